//! Shares of a rent on the wire.

use lintel_proto::{read::Reader, tenancy::v1};

use crate::domain::letting::tenancy::{DatedShares, SharesDraft};

/// Shares that somebody typed.
pub fn draft(request: v1::SetSharesRequest) -> SharesDraft {
    let mut reader = Reader::default();
    let from = reader.date("from_date", request.from_date);
    let shares = request.shares.into_iter().enumerate();
    let of = shares.map(|(place, one)| {
        let share = reader.money(&format!("shares[{place}].share"), one.share);
        (one.tenant_id.into(), share)
    });
    let of = of.collect();
    SharesDraft {
        of,
        from,
        unreadable: reader.unreadable,
    }
}

/// Shares from a day on.
pub fn change(said: &DatedShares) -> v1::SharesChange {
    let of = said.of.iter().map(|(tenant, share)| v1::TenantShare {
        tenant_id: tenant.get(),
        share: Some((*share).into()),
    });
    v1::SharesChange {
        from_date: Some(said.from.into()),
        shares: of.collect(),
    }
}
