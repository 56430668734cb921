//! Terms of agreements as the contract has them: what callers type and read, and what is kept.

use lintel_core::Money;
use lintel_proto::{read::Reader, tenancy::v1};
use prost::Message as _;

use super::words;
use crate::domain::{
    agreeing::{
        AgreementDraft, AgreementTerms, GuaranteeTerms,
        agreement_terms::{Bill, BillDraft, BillKind, LandlordStyle},
    },
    rent::{RentTerms, RentTermsDraft},
};

/// What somebody typed. Fields are named as within the terms.
#[must_use]
pub fn draft(given: v1::AgreementTerms) -> AgreementDraft {
    let mut reader = Reader::default();
    let start = reader.date("start_date", given.start_date);
    let rent = reader.money("monthly_rent", given.monthly_rent);
    let deposit = reader.money("deposit", given.deposit);
    let rent_terms = given.rent_terms.unwrap_or_default();
    let often = "Choose weekly, four-weekly or monthly.";
    let field = "rent_terms.period";
    let period = reader.choice(field, often, rent_terms.period, words::rent_period);
    let part = "Choose how a part of a period is charged.";
    let field = "rent_terms.pro_rata";
    let pro_rata = reader.choice(field, part, rent_terms.pro_rata, words::pro_rata);
    let bills = given.bills.into_iter().enumerate().map(|(place, bill)| {
        let choose = "Choose included, tenant or landlord.";
        let field = |name: &str| format!("bills[{place}].{name}");
        BillDraft {
            bill: bill.bill,
            payer: reader.choice(&field("payer"), choose, bill.payer, words::bill_payer),
            monthly: reader.money(&field("monthly_amount"), bill.monthly_amount),
            note: bill.note,
        }
    });
    let bills = bills.collect();
    let guarantee_limit = reader.money("guarantee_limit", given.guarantee_limit);
    let field = "guaranteed_rent_limit";
    let guaranteed_rent_limit = reader.money(field, given.guaranteed_rent_limit);
    AgreementDraft {
        landlord_name: given.landlord_name,
        landlord: LandlordStyle {
            joint: given.joint_landlords,
            is_company: given.landlord_is_company,
            company_number: given.landlord_company_number,
            trading_as: given.landlord_trading_as,
        },
        landlord_address: given.landlord_address,
        start,
        rent,
        rent_terms: RentTermsDraft {
            period,
            due_day: rent_terms.due_day,
            pro_rata,
            ..RentTermsDraft::default()
        },
        deposit,
        bills,
        agreed_pets: given.agreed_pets,
        adaptations: given.adaptations,
        clauses: given.clauses,
        guarantor_signs: given.guarantor_signs,
        guarantee_limit,
        guaranteed_rent_limit,
        payment_details: given.payment_details,
        unreadable: reader.unreadable,
    }
}

/// Terms as they are proposed: what is not known yet is absent or empty.
#[must_use]
pub fn proposed(draft: AgreementDraft) -> v1::AgreementTerms {
    let rent_terms = draft.rent_terms;
    let bills = draft.bills.into_iter().map(|bill| v1::Bill {
        bill: bill.bill,
        payer: bill
            .payer
            .map_or(0, |payer| v1::BillPayer::from(payer).into()),
        monthly_amount: bill.monthly.map(Into::into),
        note: bill.note,
    });
    let rent = draft.rent;
    let period_rent = rent_terms.period.zip(rent);
    v1::AgreementTerms {
        landlord_name: draft.landlord_name,
        landlord_address: draft.landlord_address,
        start_date: draft.start.map(Into::into),
        monthly_rent: rent.map(Into::into),
        rent_terms: Some(v1::RentTerms {
            period: rent_terms
                .period
                .map_or(0, |period| v1::RentPeriod::from(period).into()),
            due_day: rent_terms.due_day,
            first_day: rent_terms.first_day.or(draft.start).map(Into::into),
            pro_rata: rent_terms
                .pro_rata
                .map_or(0, |pro_rata| v1::ProRata::from(pro_rata).into()),
            period_rent: period_rent.map(|(period, rent)| period.rent(rent).into()),
        }),
        deposit: draft.deposit.map(Into::into),
        bills: bills.collect(),
        agreed_pets: draft.agreed_pets,
        adaptations: draft.adaptations,
        clauses: draft.clauses,
        guarantor_signs: draft.guarantor_signs,
        payment_details: draft.payment_details,
        joint_landlords: draft.landlord.joint,
        landlord_is_company: draft.landlord.is_company,
        landlord_company_number: draft.landlord.company_number,
        landlord_trading_as: draft.landlord.trading_as,
        guarantee_limit: draft.guarantee_limit.map(Into::into),
        guaranteed_rent_limit: draft.guaranteed_rent_limit.map(Into::into),
    }
}

/// Terms as callers read them.
#[must_use]
pub fn told(terms: &AgreementTerms) -> v1::AgreementTerms {
    let rent_terms = &terms.rent_terms;
    v1::AgreementTerms {
        landlord_name: terms.landlord_name.clone(),
        landlord_address: terms.landlord_address.clone(),
        start_date: Some(terms.start.into()),
        monthly_rent: Some(terms.rent.into()),
        rent_terms: Some(v1::RentTerms {
            period: v1::RentPeriod::from(rent_terms.period).into(),
            due_day: i32::try_from(rent_terms.due_day).unwrap_or_default(),
            first_day: Some(rent_terms.first_day.into()),
            pro_rata: v1::ProRata::from(rent_terms.pro_rata).into(),
            period_rent: Some(rent_terms.period.rent(terms.rent).into()),
        }),
        deposit: Some(terms.deposit.into()),
        bills: terms.bills.iter().map(told_bill).collect(),
        agreed_pets: terms.agreed_pets.clone().unwrap_or_default(),
        adaptations: terms.adaptations.clone().unwrap_or_default(),
        clauses: terms.clauses.clone(),
        guarantor_signs: terms.guarantor_signs,
        payment_details: terms.payment_details.clone().unwrap_or_default(),
        joint_landlords: terms.landlord.joint.clone(),
        landlord_is_company: terms.landlord.is_company,
        landlord_company_number: terms.landlord.company_number.clone(),
        landlord_trading_as: terms.landlord.trading_as.clone(),
        guarantee_limit: terms.guarantee.map(|one| one.limit.into()),
        guaranteed_rent_limit: terms.guarantee.map(|one| one.covered_rent.into()),
    }
}

fn told_bill(bill: &Bill) -> v1::Bill {
    v1::Bill {
        bill: bill.kind.as_str().to_owned(),
        payer: v1::BillPayer::from(bill.payer).into(),
        monthly_amount: bill.monthly.map(Into::into),
        note: bill.note.clone().unwrap_or_default(),
    }
}

/// Terms as they are kept.
#[must_use]
pub fn to_keep(terms: &AgreementTerms) -> Vec<u8> {
    told(terms).encode_to_vec()
}

/// Terms that were kept; `None` for what none could be.
#[must_use]
pub fn kept(bytes: &[u8]) -> Option<AgreementTerms> {
    let kept = v1::AgreementTerms::decode(bytes).ok()?;
    let mut reader = Reader::default();
    let first_day = kept.rent_terms.as_ref().and_then(|terms| terms.first_day);
    let first_day = reader.date("first_day", first_day);
    let draft = draft(kept);
    if !draft.unreadable.is_empty() || !reader.unreadable.is_empty() {
        return None;
    }
    let note = |text: String| Some(text).filter(|text| !text.is_empty());
    let bills = draft.bills.into_iter().map(|bill| {
        Some(Bill {
            kind: BillKind::parse(&bill.bill)?,
            payer: bill.payer?,
            monthly: bill.monthly,
            note: note(bill.note),
        })
    });
    let start = draft.start?;
    // An earlier release kept none: its guarantors sign the agreement.
    let guarantee = draft.guarantee_limit.zip(draft.guaranteed_rent_limit);
    Some(AgreementTerms {
        landlord_name: draft.landlord_name,
        landlord: draft.landlord,
        landlord_address: draft.landlord_address,
        start,
        rent: draft.rent?,
        rent_terms: RentTerms {
            period: draft.rent_terms.period?,
            due_day: u32::try_from(draft.rent_terms.due_day).ok()?,
            first_day: first_day.unwrap_or(start),
            pro_rata: draft.rent_terms.pro_rata?,
        },
        deposit: draft.deposit.unwrap_or(Money::ZERO),
        bills: bills.collect::<Option<_>>()?,
        agreed_pets: note(draft.agreed_pets),
        adaptations: note(draft.adaptations),
        clauses: draft.clauses,
        guarantor_signs: draft.guarantor_signs,
        guarantee: guarantee.map(|(limit, covered_rent)| GuaranteeTerms {
            limit,
            covered_rent,
        }),
        payment_details: note(draft.payment_details),
    })
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::domain::{
        agreeing::agreement_terms::BillPayer,
        rent::{ProRata, RentPeriod},
    };

    #[test]
    fn terms_are_read_as_they_were_kept() {
        let start = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap_or_default();
        let terms = AgreementTerms {
            landlord_name: "Helen Okafor".to_owned(),
            landlord: LandlordStyle {
                joint: vec!["Dev Okafor".to_owned()],
                is_company: false,
                company_number: String::new(),
                trading_as: "Okafor Lettings".to_owned(),
            },
            landlord_address: "4 Mill Lane, Leeds LS1 4AB".to_owned(),
            start,
            rent: Money::gbp(95_000),
            rent_terms: RentTerms {
                period: RentPeriod::FourWeekly,
                due_day: 0,
                first_day: start + chrono::Days::new(3),
                pro_rata: ProRata::DaysOfMonth,
            },
            deposit: Money::gbp(109_615),
            bills: vec![Bill {
                kind: BillKind::Gas,
                payer: BillPayer::Landlord,
                monthly: Some(Money::gbp(3_000)),
                note: Some("With the rent".to_owned()),
            }],
            agreed_pets: None,
            adaptations: Some("A ramp".to_owned()),
            clauses: vec!["No smoking.".to_owned()],
            guarantor_signs: true,
            guarantee: Some(GuaranteeTerms::usual(Money::gbp(95_000))),
            payment_details: None,
        };
        assert_eq!(kept(&to_keep(&terms)), Some(terms));
        assert_eq!(kept(b"\xff"), None);
        assert_eq!(kept(b""), None);
    }
}
