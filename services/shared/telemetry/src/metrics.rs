//! All metrics of the product. An instrument is made when it is first used, with the meter provider that `lintel-runtime`
//! has installed by then; without one it records nothing.

mod instrument;
mod work;

use instrument::instruments;
pub use instrument::{Active, Kind, Metric};
use opentelemetry::metrics::{Counter, Gauge, Histogram, UpDownCounter};
pub use work::{backup_attempt, backups, feed, feed_file, listing_picture, round};

instruments! {
    // --- requests and calls

    /// How long requests of browsers take until the reply begins; their rate and their errors follow from its count.
    HTTP_REQUESTS: Histogram<f64> = "http.server.request.duration", "s",
        ["http.request.method", "http.route", "http.response.status_code", "error.type"];
    /// Requests of browsers in hand.
    HTTP_ACTIVE: UpDownCounter<i64> = "http.server.active_requests", "{request}", ["http.request.method"];
    /// How long calls take until the reply begins, where they are answered: at a service, and at the gateway's door.
    RPC_SERVER: Histogram<f64> = "rpc.server.call.duration", "s",
        ["rpc.system.name", "rpc.method", "rpc.response.status_code"];
    /// Calls in hand.
    RPC_ACTIVE: UpDownCounter<i64> = "lintel.rpc.server.active_calls", "{call}", ["rpc.system.name"];
    /// How long calls to another service take until the reply begins, as their caller sees it.
    RPC_CLIENT: Histogram<f64> = "rpc.client.call.duration", "s",
        ["rpc.system.name", "rpc.method", "rpc.response.status_code"];
    /// Calls sent a second time, because the service was away for a moment.
    RETRIES: Counter<u64> = "lintel.gateway.retries", "{call}", ["rpc.method"];
    /// Requests refused because their address, account or organisation asked too often; by the limit that was reached.
    RATE_LIMITED: Counter<u64> = "lintel.gateway.rate_limited", "{request}", ["lintel.limit"];
    /// Requests refused because too many were in hand.
    SHED: Counter<u64> = "lintel.gateway.shed", "{request}", ["lintel.door"];
    /// Browsers that listen for changes.
    EVENT_STREAMS: UpDownCounter<i64> = "lintel.gateway.event_streams", "{stream}", [];

    // --- accounts

    /// Tries to sign in, by what became of them.
    SIGN_INS: Counter<u64> = "lintel.sign_in.attempts", "{attempt}", ["lintel.outcome"];

    /// Times that passwords were found to be tried on many accounts; looked for with sign-ins, at most every five seconds.
    SPRAYED: Counter<u64> = "lintel.sign_in.sprayed", "{time}", [];

    // --- PostgreSQL

    /// Open connections, used and idle.
    DB_CONNECTIONS: Gauge<u64> = "db.client.connection.count", "{connection}",
        ["db.client.connection.pool.name", "db.client.connection.state"];
    /// How many connections there may be.
    DB_CONNECTIONS_MAX: Gauge<u64> = "db.client.connection.max", "{connection}", ["db.client.connection.pool.name"];
    /// Transactions that wait for a connection.
    DB_PENDING: UpDownCounter<i64> = "db.client.connection.pending_requests", "{request}",
        ["db.client.connection.pool.name"];
    /// Transactions that got no connection in time.
    DB_TIMEOUTS: Counter<u64> = "db.client.connection.timeouts", "{timeout}", ["db.client.connection.pool.name"];
    /// How long it takes until statements can be sent: waiting for a connection, and the round trip of a transaction's beginning.
    DB_BEGIN: Histogram<f64> = "lintel.db.begin.duration", "s", ["db.client.connection.pool.name"];

    // --- events

    /// Committed events that are not published yet.
    OUTBOX_UNPUBLISHED: Gauge<u64> = "lintel.outbox.unpublished", "{event}", [];
    /// How long the oldest of them has been waiting; 0 when there is none.
    OUTBOX_OLDEST: Gauge<f64> = "lintel.outbox.oldest.age", "s", [];
    /// How often the relay's lease has changed hands.
    RELAY_EPOCH: Gauge<u64> = "lintel.relay.lease.epoch", "{change}", [];
    /// Events that the broker had lost and that are published again.
    REPUBLISHED: Counter<u64> = "lintel.relay.republished", "{event}", [];
    /// How long the broker takes to acknowledge an event.
    PUBLISHED: Histogram<f64> = "messaging.client.operation.duration", "s",
        ["messaging.system", "messaging.operation.name", "messaging.destination.name", "error.type"];
    /// How long a delivery takes until it is settled; by what became of it.
    HANDLED: Histogram<f64> = "messaging.process.duration", "s",
        ["messaging.system", "messaging.operation.name", "messaging.consumer.group.name", "lintel.outcome"];
    /// How old an event is when its effect is committed.
    EVENT_AGE: Histogram<f64> = "lintel.consumer.event.age", "s", ["messaging.consumer.group.name"];
    /// Deliveries of events that were delivered before.
    REDELIVERED: Counter<u64> = "lintel.consumer.redelivered", "{delivery}", ["messaging.consumer.group.name"];
    /// Events that the consumer has not been given yet.
    CONSUMER_PENDING: Gauge<u64> = "lintel.consumer.pending", "{event}", ["messaging.consumer.group.name"];
    /// Events that were given to the consumer and not acknowledged yet.
    CONSUMER_UNACKNOWLEDGED: Gauge<u64> = "lintel.consumer.ack_pending", "{event}", ["messaging.consumer.group.name"];
    /// How long the oldest event that is not acknowledged has been in the stream; 0 when there is none.
    CONSUMER_OLDEST: Gauge<f64> = "lintel.consumer.oldest.age", "s", ["messaging.consumer.group.name"];
    /// Events put aside, which wait for a person.
    DEAD_LETTERS: Gauge<u64> = "lintel.dead_letter.open", "{event}", ["messaging.consumer.group.name"];

    // --- mails

    /// Mails that are not over: waiting for their time, or being sent.
    MAIL_QUEUE: Gauge<u64> = "lintel.mail.queue.size", "{mail}", ["lintel.mail.state"];
    /// For how long the most overdue mail has been due; 0 when none is.
    MAIL_OLDEST: Gauge<f64> = "lintel.mail.queue.overdue", "s", [];
    /// How long attempts take, from opening the connection to the server's last word; by how they ended and why.
    MAIL_ATTEMPTS: Histogram<f64> = "lintel.mail.attempt.duration", "s", ["lintel.outcome", "error.type"];
    /// Mails that are over, by how they ended.
    MAIL_ENDED: Counter<u64> = "lintel.mail.ended", "{mail}", ["lintel.mail.state"];

    // --- push and text messages

    /// Messages that wait to be sent, by their way: push or sms.
    MESSAGE_QUEUE: Gauge<u64> = "lintel.message.queue.size", "{message}", ["lintel.way"];
    /// For how long the most overdue message has been due; 0 when none is.
    MESSAGE_OLDEST: Gauge<f64> = "lintel.message.queue.overdue", "s", ["lintel.way"];
    /// How long attempts take until the push service or the gateway has answered; by how they ended, and the status of the answer.
    MESSAGE_ATTEMPTS: Histogram<f64> = "lintel.message.attempt.duration", "s", ["lintel.way", "lintel.outcome", "error.type"];

    // --- work that goes on by itself

    /// Rounds of what goes on by itself (charging rent, reminding, deleting what is over), by their job and how they ended; one in
    /// which anything failed has failed.
    JOB_ROUNDS: Counter<u64> = "lintel.job.rounds", "{round}", ["lintel.job", "lintel.outcome"];
    /// Files of the operator's feeds of homes to buy, and tries to get them, by their source and what became of them.
    FEED_FILES: Counter<u64> = "lintel.feed.files", "{file}", ["lintel.source", "lintel.outcome"];
    /// Pictures of homes to buy that were asked for at their addresses, by what became of it.
    LISTING_PICTURES: Counter<u64> = "lintel.listing.pictures", "{picture}", ["lintel.outcome"];
    /// Attempts to make the backup of an organisation, by what became of them.
    BACKUP_ATTEMPTS: Counter<u64> = "lintel.backup.attempts", "{attempt}", ["lintel.outcome"];

    // --- the process itself

    /// Resident memory.
    PROCESS_MEMORY: Gauge<u64> = "process.memory.usage", "By", [];
    /// Processor time used.
    PROCESS_CPU: Counter<f64> = "process.cpu.time", "s", ["cpu.mode"];
    /// Threads.
    PROCESS_THREADS: Gauge<u64> = "process.thread.count", "{thread}", [];
    /// Open files and sockets.
    PROCESS_FILES: Gauge<u64> = "process.unix.file_descriptor.count", "{file_descriptor}", [];
}
