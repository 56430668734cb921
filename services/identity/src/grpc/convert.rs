//! Converts domain types to the contract's messages.

use lintel_core::Principal;
use lintel_proto::{access, convert::timestamp, identity::v1};

use crate::{
    app::{begin_session::Begun, sessions::SessionTokens},
    domain::{
        member::Member,
        settings::{Digest, Settings},
        user::User,
    },
    store::organisation::Row,
};

lintel_proto::words! {
    Digest = v1::Digest;
}

pub fn user(user: User) -> v1::User {
    v1::User {
        user_id: user.id.get(),
        name: user.name,
        email: user.email,
        role: access::v1::Role::from(user.role).into(),
        verified: user.verified_at.is_some(),
        phone: user.phone,
        create_time: Some(timestamp(user.created_at)),
        organisation: user.organisation.map(|organisation| v1::Organisation {
            organisation_id: organisation.id.get(),
            display_name: organisation.name,
            grade: access::v1::Grade::from(organisation.grade).into(),
            active: true,
            version: 0,
        }),
        version: user.version,
    }
}

/// An organisation of `caller`.
pub fn organisation(row: Row, caller: &Principal) -> v1::Organisation {
    let active = caller.membership.map(|membership| membership.organisation);
    v1::Organisation {
        organisation_id: row.id.get(),
        display_name: row.name,
        grade: access::v1::Grade::from(row.grade).into(),
        active: active == Some(row.id),
        version: row.version,
    }
}

/// A member, as `caller` may see them.
pub fn member(member: Member, caller: &Principal) -> v1::Member {
    v1::Member {
        user_id: member.user.get(),
        display_name: member.name,
        email: member.email,
        grade: access::v1::Grade::from(member.grade).into(),
        join_time: Some(timestamp(member.joined_at)),
        caller: member.user == caller.user,
        version: member.version,
    }
}

pub fn tokens(tokens: SessionTokens) -> v1::SessionTokens {
    v1::SessionTokens {
        access_token: tokens.access,
        read_token: tokens.read,
        refresh_token: tokens.refresh,
        session_expire_time: Some(timestamp(tokens.session_expires_at)),
    }
}

pub fn begun(begun: Begun) -> v1::VerifyLoginResponse {
    v1::VerifyLoginResponse {
        tokens: Some(tokens(begun.tokens)),
        user: Some(user(begun.user)),
        password_change_required: begun.password_change_due,
        device_token: begun.device.expose().to_string(),
    }
}

pub fn settings(settings: Settings) -> v1::UserSettings {
    // Destructured, so that a new setting that is not sent does not compile.
    let Settings {
        user,
        first_name,
        last_name,
        email,
        phone,
        company,
        email_notifications,
        sms_notifications,
        push_notifications,
        maintenance_alerts,
        rent_reminders,
        certificate_expiry,
        inspection_reminders,
        default_inspection_frequency,
        default_reminder_days,
        currency,
        date_format,
        auto_rent_calculation,
        maintenance_auto_assign,
        two_factor_auth,
        login_notifications,
        session_timeout,
        password_change_required,
        data_backup,
        digest,
        quiet_hours,
        quiet_from,
        quiet_until,
        updated_at,
        version,
    } = settings;
    v1::UserSettings {
        user_id: user.get(),
        first_name,
        last_name,
        email,
        phone,
        company,
        email_notifications,
        sms_notifications,
        push_notifications,
        maintenance_alerts,
        rent_reminders,
        certificate_expiry,
        inspection_reminders,
        default_inspection_frequency,
        default_reminder_days,
        currency,
        date_format,
        auto_rent_calculation,
        maintenance_auto_assign,
        two_factor_auth,
        login_notifications,
        session_timeout,
        password_change_required,
        data_backup,
        digest: v1::Digest::from(digest).into(),
        quiet_hours,
        quiet_from: Some(quiet_from.into()),
        quiet_until: Some(quiet_until.into()),
        update_time: updated_at.map(timestamp),
        version,
    }
}
