//! The state of a message, as an organisation sees it.

lintel_core::spelt! {
    /// The state of a mail or a text message.
    DeliveryState {
        /// It waits, or is being sent.
        Sending = "sending",
        /// It waits to go with others: its reader has had as many mails as there are in a day, or it is one of many about one thing.
        Held = "held",
        /// The recipient's server, or the gateway for text messages, took it.
        Sent = "sent",
        /// A receipt says that it arrived.
        Delivered = "delivered",
        /// It came back.
        Bounced = "bounced",
        /// It was refused for good.
        Refused = "refused",
        /// Nobody took it in time.
        Expired = "expired",
        /// It was not sent, because the address bounced or complained before.
        Stopped = "stopped",
    }
}
