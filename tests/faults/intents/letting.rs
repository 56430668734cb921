//! Mails of the services that let.

use std::{sync::atomic::Ordering, time::Duration};

use lintel_core::{Clock as _, SystemClock};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind, TenancyMailRequested},
    viewings::v1::{ViewingMail, ViewingMailKind, ViewingMailRequested},
};
use lintel_system_tests::System;
use uuid::Uuid;

use super::{Asked, Asker, commit, event};

impl Asker {
    /// Asks for as many mails of tenancy-applications and as many of viewings-maintenance at once.
    ///
    /// # Errors
    /// When a database is away.
    pub async fn ask_about_letting(
        &self,
        system: &System,
        each: usize,
        lasting: Duration,
    ) -> anyhow::Result<Vec<Asked>> {
        let invites = (0..each).map(|_| self.invite(lasting));
        let viewings = (0..each).map(|_| self.viewing(lasting));
        let asked = invites.chain(viewings).collect::<Result<Vec<_>, _>>()?;
        commit(system, &asked).await?;
        Ok(asked)
    }

    fn invite(&self, lasting: Duration) -> anyhow::Result<Asked> {
        let (token, id) = (self.next.fetch_add(1, Ordering::Relaxed), Uuid::now_v7());
        let email = format!("canary-address-{token}@example.com");
        let mail = TenancyMail {
            recipient_name: "Canary Personname".to_owned(),
            recipient_email: email.clone(),
            token: format!("CANARYtokenCANARYtoken-{token}"),
            property_id: 1,
            organisation_name: "Priory Lettings".to_owned(),
            property_address: "47 Victoria Terrace, Sheffield".to_owned(),
            ..TenancyMail::default()
        };
        let message = TenancyMailRequested {
            tenancy_mail_id: id.to_string(),
            organisation_id: 1,
            kind: TenancyMailKind::Invite.into(),
            expire_time: Some(timestamp(SystemClock.now() + lasting)),
            to_members: false,
            mail: Some(self.seal(&mail)?),
        };
        Ok(Asked {
            email,
            dedupe_key: format!("tenancy-mail:{id}"),
            service: "tenancy-applications",
            event: event(token, &message),
        })
    }

    fn viewing(&self, lasting: Duration) -> anyhow::Result<Asked> {
        let (token, id) = (self.next.fetch_add(1, Ordering::Relaxed), Uuid::now_v7());
        let email = format!("canary-address-{token}@example.com");
        let begins = SystemClock.now() + lasting;
        let mail = ViewingMail {
            recipient_name: "Canary Personname".to_owned(),
            recipient_email: email.clone(),
            token: format!("CANARYtokenCANARYtoken-{token}"),
            viewing_id: token,
            organisation_name: "Priory Lettings".to_owned(),
            property_address: "47 Victoria Terrace, Sheffield".to_owned(),
            viewer_name: "Canary Personname".to_owned(),
            start_time: Some(timestamp(begins)),
            end_time: Some(timestamp(begins + Duration::from_secs(1_800))),
            ..ViewingMail::default()
        };
        let message = ViewingMailRequested {
            viewing_mail_id: id.to_string(),
            organisation_id: 1,
            kind: ViewingMailKind::Reminder.into(),
            expire_time: Some(timestamp(begins)),
            member_user_id: 0,
            mail: Some(self.seal(&mail)?),
        };
        Ok(Asked {
            email,
            dedupe_key: format!("viewing-mail:{id}"),
            service: "viewings-maintenance",
            event: event(token, &message),
        })
    }
}
