//! `lintel.tenancy.v1.TenantMailService`.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::{
    convert::timestamp,
    read::Reader,
    tenancy::v1::{
        ListTenantMailSwitchesRequest, ListTenantMailSwitchesResponse, NoMailReason, PlannedMail,
        PreviewTenantMailRequest, PreviewTenantMailResponse, RemindTenantRequest,
        RemindTenantResponse, SwitchMailsOfTenantRequest, SwitchMailsOfTenantResponse,
        TenancyChangeTold, TenancyMailKind, TenantMailSwitch,
        tenant_mail_service_server::TenantMailService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::{ActMail, PreviewedMail, TenantMailing},
    domain::letting::{MailSwitch, MailWanted, ToldChange},
};

/// Serves [`TenantMailing`].
#[derive(Debug, Clone)]
pub struct TenantMailGrpc {
    mailing: TenantMailing,
}

impl TenantMailGrpc {
    /// Serves `mailing`.
    #[must_use]
    pub const fn new(mailing: TenantMailing) -> Self {
        Self { mailing }
    }
}

#[tonic::async_trait]
impl TenantMailService for TenantMailGrpc {
    async fn list_tenant_mail_switches(
        &self,
        request: Request<ListTenantMailSwitchesRequest>,
    ) -> Result<Response<ListTenantMailSwitchesResponse>, Status> {
        let (caller, request) = read(request)?;
        let tenant = request.tenant_id.into();
        let switches = self.mailing.switches(&caller, tenant).await?;
        Ok(Response::new(ListTenantMailSwitchesResponse {
            switches: told(switches),
        }))
    }

    async fn switch_mails_of_tenant(
        &self,
        request: Request<SwitchMailsOfTenantRequest>,
    ) -> Result<Response<SwitchMailsOfTenantResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (tenant, off) = (request.tenant_id.into(), request.off);
        let switched = self
            .mailing
            .switch(&caller, tenant, off, &request.reason, key.as_ref())
            .await?;
        Ok(Response::new(SwitchMailsOfTenantResponse {
            switches: told(switched),
        }))
    }

    async fn preview_tenant_mail(
        &self,
        request: Request<PreviewTenantMailRequest>,
    ) -> Result<Response<PreviewTenantMailResponse>, Status> {
        let (caller, request) = read(request)?;
        let mut reader = Reader::default();
        let change = request.change();
        let (kind, amount) = (request.kind(), reader.money("amount", request.amount));
        let date = reader.date("date", request.date);
        let act = ActMail {
            kind,
            amount,
            date,
            change: told_change(change, amount, date),
            title: request.title,
            note: request.note,
        };
        reader.unreadable.into_result("TENANT_MAILS_INVALID")?;
        let tenant = request.tenant_id.into();
        let previewed = self.mailing.preview(&caller, tenant, act).await?;
        Ok(Response::new(previewed_mail(previewed)))
    }

    async fn remind_tenant(
        &self,
        request: Request<RemindTenantRequest>,
    ) -> Result<Response<RemindTenantResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenant = request.tenant_id.into();
        self.mailing
            .remind(&caller, tenant, &request.note, key.as_ref())
            .await?;
        Ok(Response::new(RemindTenantResponse {}))
    }
}

/// A change as far as it is typed; `None` while that is not enough to tell of it.
fn told_change(
    change: TenancyChangeTold,
    amount: Option<Money>,
    date: Option<NaiveDate>,
) -> Option<ToldChange> {
    match change {
        TenancyChangeTold::Unspecified => None,
        TenancyChangeTold::End => date.map(ToldChange::End),
        TenancyChangeTold::Rent => amount
            .zip(date)
            .map(|(monthly, from)| ToldChange::Rent { monthly, from }),
        TenancyChangeTold::Deposit => amount.map(|amount| ToldChange::Deposit {
            amount,
            received: date,
        }),
        TenancyChangeTold::DepositReturn => amount
            .zip(date)
            .map(|(returned, on)| ToldChange::DepositReturn { returned, on }),
    }
}

fn told(switches: Vec<MailSwitch>) -> Vec<TenantMailSwitch> {
    let switches = switches.into_iter();
    switches
        .map(|switch| TenantMailSwitch {
            off: switch.off,
            reason: switch.reason,
            switch_time: Some(timestamp(switch.at)),
            user_id: switch.by.get(),
        })
        .collect()
}

fn previewed_mail(previewed: PreviewedMail) -> PreviewTenantMailResponse {
    let why_not = match previewed.wanted {
        MailWanted::NoAddress => NoMailReason::NoAddress,
        MailWanted::OffForTenant => NoMailReason::OffForTenant,
        MailWanted::OffForKind => NoMailReason::OffForKind,
        MailWanted::Yes if previewed.is_old => NoMailReason::Old,
        MailWanted::Yes | MailWanted::Required | MailWanted::Declined => NoMailReason::Unspecified,
    };
    let is_reminder = previewed.kind == TenancyMailKind::RentReminder;
    let note = previewed.mail.note.clone();
    PreviewTenantMailResponse {
        wanted: previewed.wanted.is_sent() && why_not == NoMailReason::Unspecified,
        required_by_law: previewed.wanted == MailWanted::Required,
        why_not: why_not.into(),
        off_reason: previewed.off_reason.unwrap_or_default(),
        mail: Some(PlannedMail {
            kind: previewed.kind.into(),
            mail: Some(previewed.mail),
        }),
        note: if is_reminder { note } else { String::new() },
    }
}
