package io.tidemark.peers;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Bytes that all threads together put on the heap: growth between garbage collections, from the collector's own notifications. Exact to the buffers in
 * which threads allocate, about a megabyte. Threads of engines come and go, so figures per thread would not do.
 */
final class AllocationMeter {
    private static final long NOTIFICATION_MILLIS = 200;

    private final Set<String> heapPools = new HashSet<>();
    private long allocated;
    private long usedAfterLast;

    AllocationMeter() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                heapPools.add(pool.getName());
            }
        }
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (notification, context) -> {
                                if (notification
                                        .getType()
                                        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                                    collected(GarbageCollectionNotificationInfo.from(
                                                    (CompositeData) notification.getUserData())
                                            .getGcInfo());
                                }
                            },
                            null,
                            null);
        }
    }

    /** Collects garbage and begins to count. */
    void begin() throws InterruptedException {
        System.gc();
        Thread.sleep(NOTIFICATION_MILLIS);
        synchronized (this) {
            allocated = 0;
            usedAfterLast = used();
        }
    }

    /** Bytes since {@link #begin}. */
    long end() throws InterruptedException {
        long used = used();
        Thread.sleep(NOTIFICATION_MILLIS);
        synchronized (this) {
            return allocated + Math.max(0, used - usedAfterLast);
        }
    }

    private synchronized void collected(GcInfo info) {
        allocated += Math.max(0, heap(info.getMemoryUsageBeforeGc()) - usedAfterLast);
        usedAfterLast = heap(info.getMemoryUsageAfterGc());
    }

    private long heap(Map<String, MemoryUsage> pools) {
        long bytes = 0;
        for (Map.Entry<String, MemoryUsage> pool : pools.entrySet()) {
            bytes += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
        }
        return bytes;
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
