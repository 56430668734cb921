//! Agreements, moving in, rent, files of banks and deposits, from JSON and forms to the contract and back.

use axum::body::Body;
use http::Request;
use lintel_proto::{
    Rpc as _,
    tenancy::v1::{
        AddBankStatementRequest, AddBankStatementResponse, Agreement, AgreementState, AskedFact,
        BankLineDecision, BankStatement, DecideBankLinesRequest, DecideBankLinesResponse, Deposit,
        DepositScheme, GetDepositRequest, GetDepositResponse, IssueAgreementRequest,
        IssueAgreementResponse, LedgerEntry, LedgerEntryKind, ListArrearsRequest,
        ListArrearsResponse, Nation, NoticeReason, PostLedgerEntryRequest, PostLedgerEntryResponse,
        ProposeNoticeRequest, ProposeNoticeResponse, ReadAgreementRequest, ReadAgreementResponse,
        ReadRentStatementRequest, ReadRentStatementResponse, RecordDepositRequest,
        RecordDepositResponse, RecordDepositReturnRequest, RecordDepositReturnResponse,
        RecordRightToRentRequest, RecordRightToRentResponse, RightToRentCheck, RightToRentMethod,
        SignAgreementByLinkRequest, SignAgreementByLinkResponse, Signature, TenantArrears,
    },
};
use prost_types::Timestamp;
use serde_json::json;

use super::{
    front::{Answer, Front},
    tenants::{arrears, change, day, pounds},
};

/// A form with these fields of text and a file in the field `file`.
fn form(fields: &[(&str, &str)], file: Option<(&str, &str, &[u8])>) -> Vec<u8> {
    let mut form = Vec::new();
    for (name, text) in fields {
        let part =
            format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
        form.extend_from_slice(part.as_bytes());
    }
    if let Some((field, name, content)) = file {
        let head = format!(
            "--cut\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(content);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(b"--cut--\r\n");
    form
}

async fn post(front: &Front, path: &str, token: &str, form: Vec<u8>) -> Answer {
    let request = Request::post(path)
        .header("content-type", "multipart/form-data; boundary=cut")
        .header("idempotency-key", "2f7c1f6e-key")
        .header("authorization", format!("Bearer {token}"));
    front.send(request.body(Body::from(form)).unwrap()).await
}

fn moment() -> Option<Timestamp> {
    Some(Timestamp::default())
}

fn entry() -> LedgerEntry {
    LedgerEntry {
        entry_id: 311,
        tenant_id: 5,
        kind: LedgerEntryKind::Receipt.into(),
        amount: pounds(950),
        date: day(2026, 11, 3),
        method: "bank-transfer".to_owned(),
        balance: pounds(0),
        create_time: moment(),
        actor: "Landlord".to_owned(),
        ..Default::default()
    }
}

fn agreement() -> Agreement {
    Agreement {
        agreement_id: 9,
        application_id: 77,
        state: AgreementState::Issued.into(),
        nation: Nation::Wales.into(),
        document_hash: "ab".to_owned(),
        create_time: moment(),
        version: 2,
        ..Default::default()
    }
}

#[tokio::test]
async fn a_receipt_reaches_the_service_and_comes_back_with_what_is_owed() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(PostLedgerEntryRequest::PATH, || {
        Ok(PostLedgerEntryResponse {
            entry: Some(entry()),
            arrears: Some(arrears()),
        })
    });
    let body = json!({"kind": "receipt", "amount": "£950", "date": "2026-11-03", "method": "bank-transfer"});
    let path = "/api/tenants/5/ledger";
    let answer = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let entry = answer.json()["entry"].clone();
    assert_eq!(
        (&entry["kind"], &entry["status"], &entry["reverses"]),
        (&json!("receipt"), &json!(null), &json!(null))
    );
    assert_eq!(
        answer.json()["arrears"],
        json!({"balance": "950.00", "oldestUnpaidDue": "2026-11-01", "daysInArrears": 24, "monthsOfRent": "1.06",
            "ground8Met": false, "asOf": "2026-11-25", "overdue": "950.00", "oldestUnpaidAmount": "900.00"})
    );
    let asked: PostLedgerEntryRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        PostLedgerEntryRequest {
            tenant_id: 5,
            entry: Some(LedgerEntry {
                kind: LedgerEntryKind::Receipt.into(),
                amount: pounds(950),
                date: day(2026, 11, 3),
                method: "bank-transfer".to_owned(),
                ..Default::default()
            }),
            request_id: "2f7c1f6e-key".to_owned(),
            email_tenant: None,
        }
    );
}

#[tokio::test]
async fn the_sums_stand_beside_a_page_of_arrears_and_a_link_leads_on() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListArrearsRequest::PATH, || {
        Ok(ListArrearsResponse {
            tenants: vec![TenantArrears {
                tenant_id: 5,
                arrears: Some(arrears()),
                ..Default::default()
            }],
            next_page_token: "n3xt".to_owned(),
            total_owed: pounds(950),
            tenants_in_arrears: 2,
            tenancies_in_arrears: 1,
            received_this_month: pounds(0),
            due_this_month: pounds(1900),
        })
    });
    let path = "/api/arrears?asOf=2026-11-25&all=true&pageSize=1";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let list = answer.json();
    assert_eq!(
        (
            &list["tenants"][0]["balance"],
            &list["totalOwed"],
            &list["tenantsInArrears"]
        ),
        (&json!("950.00"), &json!("950.00"), &json!(2))
    );
    assert_eq!(
        answer.header("link"),
        "</api/arrears?asOf=2026-11-25&all=true&pageSize=1&pageToken=n3xt>; rel=\"next\""
    );
    let asked: ListArrearsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        (asked.as_of, asked.all, asked.page_size),
        (day(2026, 11, 25), true, 1)
    );
}

#[tokio::test]
async fn a_statement_is_a_file_that_nobody_keeps() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ReadRentStatementRequest::PATH, || {
        Ok(ReadRentStatementResponse {
            content: b"Date,Amount".to_vec(),
            media_type: "text/csv".to_owned(),
            file_name: "statement.csv".to_owned(),
        })
    });
    let path = "/api/tenants/5/statement?format=csv&from=2026-01-01&to=2026-11-25";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"statement.csv\""
    );
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let asked: ReadRentStatementRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ReadRentStatementRequest {
            tenant_id: 5,
            from_date: day(2026, 1, 1),
            to_date: day(2026, 11, 25),
            format: "csv".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_banks_file_and_decisions_about_its_lines_reach_the_service() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(AddBankStatementRequest::PATH, || {
        Ok(AddBankStatementResponse {
            bank_statement: Some(BankStatement {
                bank_statement_id: 3,
                create_time: moment(),
                ..Default::default()
            }),
        })
    });
    front.upstream.on(DecideBankLinesRequest::PATH, || {
        Ok(DecideBankLinesResponse {
            received: 1,
            ignored: 1,
            ..Default::default()
        })
    });
    let file = form(&[], Some(("file", "november.csv", b"Date,Amount")));
    let answer = post(&front, "/api/bank-statements", &token, file).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let body = json!({
        "decisions": [{"lineId": 61, "tenantId": 5}, {"lineId": 62, "tenantId": null}],
        "emailTenants": true,
    });
    let path = "/api/bank-lines/decisions";
    let decided = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!(
        decided.json(),
        json!({"received": 1, "ignored": 1, "refunded": 0, "returned": 0})
    );
    let asked = front.upstream.asked();
    let added: AddBankStatementRequest = asked[0].message();
    assert_eq!(
        (added.file_name.as_str(), added.content.as_slice()),
        ("november.csv", &b"Date,Amount"[..])
    );
    let decisions: DecideBankLinesRequest = asked[1].message();
    let expected = [(61, 5), (62, 0)].map(|(bank_line_id, tenant_id)| BankLineDecision {
        bank_line_id,
        tenant_id,
        ..Default::default()
    });
    assert_eq!(decisions.decisions, expected);
    assert_eq!(decisions.email_tenants, Some(true));
}

#[tokio::test]
async fn an_agreement_is_issued_of_terms_or_with_the_landlords_own_document() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(IssueAgreementRequest::PATH, || {
        Ok(IssueAgreementResponse {
            agreement: Some(agreement()),
        })
    });
    let terms = json!({"landlordName": "Helen", "startDate": "2027-01-05", "monthlyRent": "950",
        "rentTerms": {"period": "monthly", "dueDay": 5, "proRata": "days-of-year"},
        "bills": [{"bill": "water", "payer": "tenant", "monthlyAmount": null, "note": null}], "clauses": ["No smoking."],
        "guarantorSigns": true});
    let path = "/api/tenant-applications/77/agreement";
    let issued = change(&front, "POST", path, &token, terms.to_string().into()).await;
    assert_eq!(issued.status, 201, "{issued:?}");
    assert_eq!(issued.header("etag"), "\"2\"");
    assert_eq!(issued.json()["nation"], "Wales");
    let text = terms.to_string();
    let own = form(&[("terms", &text)], Some(("file", "own.pdf", b"%PDF-1.7")));
    assert_eq!(post(&front, path, &token, own).await.status, 201);
    let asked = front.upstream.asked();
    let made: IssueAgreementRequest = asked[0].message();
    let own: IssueAgreementRequest = asked[1].message();
    assert_eq!(made.terms, own.terms);
    assert_eq!((made.content.len(), own.content.len()), (0, 8));
    let terms = made.terms.unwrap();
    assert_eq!(terms.rent_terms.unwrap().first_day, day(2027, 1, 5));
    assert_eq!(terms.bills[0].bill, "water");
    let unread = form(&[("terms", "{")], Some(("file", "own.pdf", b"%PDF-1.7")));
    assert_eq!(
        post(&front, path, &token, unread).await.reason(),
        "JSON_INVALID"
    );
}

#[tokio::test]
async fn a_signer_reads_and_signs_by_the_private_link() {
    let front = Front::new().await;
    front.upstream.on(ReadAgreementRequest::PATH, || {
        Ok(ReadAgreementResponse {
            content: b"%PDF-1.7".to_vec(),
            file_name: "agreement.pdf".to_owned(),
        })
    });
    front.upstream.on(SignAgreementByLinkRequest::PATH, || {
        Ok(SignAgreementByLinkResponse {
            agreement: Some(agreement()),
        })
    });
    let document = front.get("/api/agreements/t0k/document", "").await;
    assert_eq!(document.header("content-type"), "application/pdf");
    assert_eq!(document.header("cache-control"), "private, no-store");
    let body = json!({"name": "Grace Hopper", "consent": true, "signature": "data:image/png;base64,AA==",
        "documentHash": "ab", "timeZone": "Europe/London", "language": "en-GB"});
    let path = "/api/agreements/t0k/sign";
    let signed = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!(signed.status, 200, "{signed:?}");
    let asked: SignAgreementByLinkRequest = front.upstream.asked().remove(1).message();
    assert_eq!(
        asked,
        SignAgreementByLinkRequest {
            token: "t0k".to_owned(),
            signature: Some(Signature {
                display_name: "Grace Hopper".to_owned(),
                consent: true,
                signature: "data:image/png;base64,AA==".to_owned(),
                document_hash: "ab".to_owned(),
                time_zone: "Europe/London".to_owned(),
                language: "en-GB".to_owned(),
                witness: None,
            }),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_check_of_a_right_to_rent_may_come_without_a_file() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(RecordRightToRentRequest::PATH, || {
        Ok(RecordRightToRentResponse {
            check: Some(RightToRentCheck {
                right_to_rent_check_id: 8,
                method: RightToRentMethod::Manual.into(),
                check_date: day(2026, 11, 20),
                create_time: moment(),
                ..Default::default()
            }),
        })
    });
    let fields = [
        ("method", "manual"),
        ("document", "British passport"),
        ("checkDate", "2026-11-20"),
        ("checker", "Helen"),
    ];
    let path = "/api/tenant-applications/77/right-to-rent";
    let bare = post(&front, path, &token, form(&fields, None)).await;
    assert_eq!(bare.status, 201, "{bare:?}");
    let file = Some(("evidence", "p.pdf", &b"%PDF-1.7"[..]));
    assert_eq!(
        post(&front, path, &token, form(&fields, file)).await.status,
        201
    );
    let bad = post(&front, path, &token, form(&[("checkDate", "soon")], None)).await;
    assert_eq!(bad.reason(), "FIELDS_UNREADABLE");
    let asked = front.upstream.asked();
    let bare: RecordRightToRentRequest = asked[0].message();
    let with: RecordRightToRentRequest = asked[1].message();
    assert_eq!((bare.evidence.len(), with.evidence.len()), (0, 8));
    let check = bare.check.unwrap();
    assert_eq!(
        (
            check.application_id,
            check.check_date,
            check.checker.as_str()
        ),
        (77, day(2026, 11, 20), "Helen")
    );
}

#[tokio::test]
async fn a_deposit_is_null_before_it_is_known_and_a_notice_names_its_day() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(GetDepositRequest::PATH, || {
        Ok(GetDepositResponse { deposit: None })
    });
    front.upstream.on(RecordDepositRequest::PATH, || {
        Ok(RecordDepositResponse {
            deposit: Some(Deposit::default()),
        })
    });
    front.upstream.on(ProposeNoticeRequest::PATH, || {
        Ok(ProposeNoticeResponse {
            earliest_date: day(2027, 1, 31),
            reason: "Two months.".to_owned(),
            said: vec!["Protect the deposit.".to_owned()],
            asked_for: vec![AskedFact {
                field: "statement_date".to_owned(),
                text: "When?".to_owned(),
            }],
            reasons: vec![NoticeReason {
                code: "1A".to_owned(),
                title: "Selling".to_owned(),
                rule: "4 months".to_owned(),
            }],
        })
    });
    let path = "/api/tenants/5/deposit";
    assert_eq!(front.get(path, &token).await.json(), json!(null));
    let body = json!({"amount": "1096.15", "receivedDate": "2026-11-02", "scheme": "DPS", "protectedDate": "2026-11-05"});
    let put = change(&front, "PUT", path, &token, body.to_string().into()).await;
    assert_eq!(put.status, 200, "{put:?}");
    let notice = "/api/tenants/5/notice?giver=landlord&ground=1A&given=2026-11-25";
    assert_eq!(
        front.get(notice, &token).await.json(),
        json!({
            "earliestDate": "2027-01-31",
            "reason": "Two months.",
            "said": ["Protect the deposit."],
            "askedFor": [{"field": "statementDate", "text": "When?"}],
            "reasons": [{"code": "1A", "title": "Selling", "rule": "4 months"}],
        })
    );
    front.upstream.on(RecordDepositReturnRequest::PATH, || {
        Ok(RecordDepositReturnResponse {
            deposit: Some(Deposit {
                bill_document_id: 9,
                ..Deposit::default()
            }),
        })
    });
    let back = json!({"returnDate": "2026-11-24", "returned": "1081.15", "deductions": "A new key", "billDocumentId": 9});
    let path = "/api/tenants/5/deposit/return";
    let returned = change(&front, "POST", path, &token, back.to_string().into()).await;
    assert_eq!(returned.json()["billDocumentId"], 9);
    assert_eq!(put.json()["billDocumentId"], json!(null));
    let asked = front.upstream.asked();
    let returned: RecordDepositReturnRequest = asked[3].message();
    assert_eq!(returned.deposit.unwrap().bill_document_id, 9);
    let recorded: RecordDepositRequest = asked[1].message();
    let deposit = recorded.deposit.unwrap();
    assert_eq!(
        (deposit.receive_date, deposit.protect_date, deposit.scheme),
        (
            day(2026, 11, 2),
            day(2026, 11, 5),
            DepositScheme::Dps.into()
        )
    );
    let noticed: ProposeNoticeRequest = asked[2].message();
    assert_eq!(
        (noticed.ground.as_str(), noticed.give_date),
        ("1A", day(2026, 11, 25))
    );
}
