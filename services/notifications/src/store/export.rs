//! The copies that an account and an organisation get of their data, besides notifications, which are opened first.

use lintel_db::export::{Key, Section};

/// The data of an account: the browsers that its news goes to.
pub const OF_ACCOUNT: &[Section] = &[Section {
    file: "push-subscriptions.json",
    from: "push_subscriptions",
    owner: "user_id",
    key: Key::Id("push_subscription_id"),
    columns: &["push_subscription_id", "created_at"],
}];

/// The data of an organisation: the messages that were sent for it.
pub const OF_ORGANISATION: &[Section] = &[
    Section {
        file: "mails.json",
        from: "deliveries",
        owner: "organisation_id",
        key: Key::Uuid("delivery_id"),
        columns: &[
            "delivery_id",
            "template",
            "subject",
            "subject_id",
            "state",
            "created_at",
            "sent_at",
            "receipt_at",
        ],
    },
    Section {
        file: "text-messages.json",
        from: "texts",
        owner: "organisation_id",
        key: Key::Uuid("text_id"),
        columns: &[
            "text_id",
            "fact",
            "subject",
            "subject_id",
            "state",
            "created_at",
            "sent_at",
            "receipt_at",
        ],
    },
];
