//! The dashboard's figures of certificates and inspections.

use chrono::NaiveDate;
use lintel_core::{Error, OrganisationId, Principal, PropertyId};
use lintel_db::{Scope, Tx};
use lintel_rules::Duty;

use super::{
    home_duties::{judged, totals},
    inspection::{Inspections, end, filter},
};
use crate::{
    domain::{
        Certificate, CertificateState, CertificateType, DutyCounts, Inspection, InspectionView,
    },
    store,
};

/// The number of urgent items of each kind that are shown (docs/reference/screens/dashboard.md S1 9).
const URGENT_SHOWN: i64 = 2;
/// The number of upcoming inspections that are shown.
const UPCOMING_SHOWN: i64 = 5;

/// The count of each kind, and the most pressing ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComplianceSummary {
    /// Certificates that have expired.
    pub expired: (i64, Vec<Certificate>),
    /// Certificates that expire within 7 days.
    pub expiring_soon: (i64, Vec<Certificate>),
    /// Certificates that expire in 8 to 30 days.
    pub renewal_due: (i64, Vec<Certificate>),
    /// Inspections that are overdue.
    pub overdue: (i64, Vec<Inspection>),
    /// Inspections that are due today or later.
    pub upcoming: (i64, Vec<Inspection>),
    /// Every duty over all homes.
    pub duties: DutyCounts,
    /// Each duty over all homes, with the first last day that is due.
    pub by_duty: Vec<(Duty, DutyCounts, Option<NaiveDate>)>,
    /// The number of properties in a district of two nations whose nation nobody has confirmed, and the first of them.
    pub nation_to_confirm: (i64, Option<PropertyId>),
}

impl ComplianceSummary {
    /// The certificates that any home misses.
    pub fn unrecorded(&self) -> impl Iterator<Item = CertificateType> {
        let missing = self
            .by_duty
            .iter()
            .filter(|(_, counts, _)| counts.missing > 0);
        missing.filter_map(|(duty, ..)| CertificateType::parse(duty.as_str()))
    }

    /// Returns the number of urgent items (docs/reference/decisions.md 3): expired, expiring within 7 days, or overdue.
    #[must_use]
    pub const fn urgent(&self) -> i64 {
        self.expired.0 + self.expiring_soon.0 + self.overdue.0
    }
}

impl Inspections {
    /// Returns the urgent and the upcoming items.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_compliance_summary", skip_all)]
    pub async fn get_compliance_summary(
        &self,
        caller: &Principal,
    ) -> Result<ComplianceSummary, Error> {
        let organisation = caller.organisation()?;
        let today = self.today();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let totals = totals(&judged(&mut tx, organisation, None, today).await?);
        Ok(ComplianceSummary {
            expired: certificates(&mut tx, organisation, CertificateState::Expired, today).await?,
            expiring_soon: certificates(
                &mut tx,
                organisation,
                CertificateState::ExpiringSoon,
                today,
            )
            .await?,
            renewal_due: certificates(&mut tx, organisation, CertificateState::RenewalDue, today)
                .await?,
            overdue: inspections(
                &mut tx,
                organisation,
                InspectionView::Overdue,
                today,
                URGENT_SHOWN,
            )
            .await?,
            upcoming: inspections(
                &mut tx,
                organisation,
                InspectionView::Upcoming,
                today,
                UPCOMING_SHOWN,
            )
            .await?,
            duties: totals.totals,
            by_duty: totals.columns,
            nation_to_confirm: store::nation::to_confirm(&mut tx, organisation).await?,
        })
    }
}

async fn certificates(
    tx: &mut Tx,
    organisation: OrganisationId,
    state: CertificateState,
    today: NaiveDate,
) -> Result<(i64, Vec<Certificate>), Error> {
    let dates = state.expiry_dates(today).into_inner();
    let count = store::certificate::count(tx, organisation, dates).await?;
    if count == 0 {
        return Ok((0, Vec::new()));
    }
    let filter = store::certificate::Filter {
        expiry_dates: vec![dates],
        ..Default::default()
    };
    let first = (dates.0, 0);
    let shown = store::certificate::page(tx, organisation, &filter, first, URGENT_SHOWN).await?;
    Ok((count, shown))
}

async fn inspections(
    tx: &mut Tx,
    organisation: OrganisationId,
    view: InspectionView,
    today: NaiveDate,
    shown: i64,
) -> Result<(i64, Vec<Inspection>), Error> {
    let filter = filter(None, Some(view), today);
    let count = store::inspection::count(tx, organisation, filter).await?;
    if count == 0 {
        return Ok((0, Vec::new()));
    }
    let first = end(NaiveDate::from_yo_opt(1, 1), 0);
    let shown = store::inspection::page(tx, organisation, filter, first, shown).await?;
    Ok((count, shown))
}
