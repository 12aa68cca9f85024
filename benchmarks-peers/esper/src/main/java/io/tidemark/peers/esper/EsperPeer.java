package io.tidemark.peers.esper;

import com.espertech.esper.common.client.EPCompiled;
import com.espertech.esper.common.client.configuration.Configuration;
import com.espertech.esper.compiler.client.CompilerArguments;
import com.espertech.esper.compiler.client.EPCompilerProvider;
import com.espertech.esper.runtime.client.EPDeployment;
import com.espertech.esper.runtime.client.EPRuntime;
import com.espertech.esper.runtime.client.EPRuntimeProvider;
import com.espertech.esper.runtime.client.EPStatement;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import io.tidemark.peers.Workload;

/** Runs each pass in a runtime of its own. */
final class EsperPeer {
    private static final long FIRST_CLOCK_MILLIS = 5_000;

    private EsperPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, EsperPeer::run);
    }

    private static void run(Pass pass) throws Exception {
        Configuration configuration = configuration();
        EPCompiled compiled = EPCompilerProvider.getCompiler()
                .compile(Statements.of(pass.workload()), new CompilerArguments(configuration));
        EPRuntime runtime = EPRuntimeProvider.getRuntime("pass-" + System.nanoTime(), configuration);
        Event first = new Event();
        pass.workload().make(0, first);
        runtime.getEventService().advanceTime(first.timeMillis - FIRST_CLOCK_MILLIS);
        EPDeployment deployment = runtime.getDeploymentService().deploy(compiled);
        Subscriber subscriber = Subscriber.of(pass.workload());
        for (EPStatement statement : deployment.getStatements()) {
            if (statement.getName().equals(Statements.RESULT)) {
                statement.setSubscriber(subscriber);
            }
        }
        send(pass, runtime);
        subscriber.addTo(pass);
        runtime.destroy();
    }

    private static void send(Pass pass, EPRuntime runtime) {
        Feed feed = switch (pass.workload()) {
            case W1 -> new WindowFeed(runtime.getEventService(), Workload.WINDOW_MILLIS);
            case W2 -> new WindowFeed(runtime.getEventService(), Workload.SLIDE_MILLIS);
            default -> new ClockFeed(runtime.getEventService());
        };
        Event event = new Event();
        for (long i = 0; i < pass.events(); i++) {
            pass.make(i, event);
            feed.send(event);
        }
        feed.end();
    }

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.getCommon().addEventType(Statements.EVENT, Beans.Trade.class);
        configuration.getCommon().addEventType(Statements.ORDER, Beans.Order.class);
        configuration.getCommon().addEventType(Statements.FILL, Beans.Fill.class);
        configuration.getCommon().addEventType(Statements.BEGIN, Beans.Begin.class);
        configuration.getCommon().addEventType(Statements.WATERMARK, Beans.Watermark.class);
        configuration.getRuntime().getThreading().setInternalTimerEnabled(false);
        configuration.getRuntime().getThreading().setListenerDispatchPreserveOrder(false);
        configuration.getRuntime().getThreading().setInsertIntoDispatchPreserveOrder(false);
        configuration.getRuntime().getThreading().setNamedWindowConsumerDispatchPreserveOrder(false);
        configuration.getCompiler().getByteCode().setAllowSubscriber(true);
        return configuration;
    }
}
