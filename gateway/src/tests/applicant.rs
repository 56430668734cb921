//! An application by its private link, and documents by link and by account.

use axum::body::Body;
use http::Request;
use lintel_core::{Error, Role, Violations};
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        AddDocumentRequest, AddDocumentResponse, AddOwnDocumentRequest, AddOwnDocumentResponse,
        DocumentReading, DocumentStatus, DocumentType, GetOwnApplicationRequest,
        GetOwnApplicationResponse, ListDocumentReadingsRequest, ListDocumentReadingsResponse,
        NameOwnRefereeRequest, NameOwnRefereeResponse, NameRefereeRequest, NameRefereeResponse,
        ReadDocumentRequest, ReadDocumentResponse, ReadOwnDocumentRequest, ReadOwnDocumentResponse,
        ReferenceKind, RemindOwnRefereeRequest, RemindOwnRefereeResponse, RemindRefereeRequest,
        RemindRefereeResponse, RemoveOwnDocumentRequest, RemoveOwnDocumentResponse,
        ReviewDocumentRequest, ReviewDocumentResponse, WithdrawOwnApplicationRequest,
        WithdrawOwnApplicationResponse,
    },
};
use lintel_testkit::tokens::outsider;
use serde_json::json;

use super::{
    applications::{application, document, shown, shown_document},
    front::{Answer, Front},
    tenants::{change, named},
};

const BOUNDARY: &str = "the-boundary";
const BY_ACCOUNT: &str = "/api/tenant-applications/77/documents";
const BY_LINK: &str = "/api/tenant-status/st4tus/documents";
const MIB: usize = 1024 * 1024;

/// A form with these fields, the file last.
fn form(fields: &[(&str, &str)], file: Option<&[u8]>) -> Vec<u8> {
    let mut form = Vec::new();
    for (name, text) in fields {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
        );
        form.extend_from_slice(part.as_bytes());
    }
    if let Some(file) = file {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(file);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    form
}

async fn post(front: &Front, path: &str, token: &str, form: Vec<u8>) -> Answer {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let mut request = Request::post(path)
        .header("content-type", kind)
        .header("idempotency-key", "2f7c1f6e-key");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    front.send(request.body(Body::from(form)).unwrap()).await
}

/// A gateway whose service takes every document.
async fn front() -> (Front, String) {
    let front = Front::new().await;
    front.upstream.on(AddDocumentRequest::PATH, || {
        Ok(AddDocumentResponse {
            document: Some(document()),
        })
    });
    front.upstream.on(AddOwnDocumentRequest::PATH, || {
        Ok(AddOwnDocumentResponse {
            document: Some(document()),
        })
    });
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn the_private_link_shows_the_application_and_withdraws_it() {
    let (front, _) = front().await;
    front.upstream.on(GetOwnApplicationRequest::PATH, || {
        Ok(GetOwnApplicationResponse {
            application: Some(application()),
            organisation_id: 11,
        })
    });
    front.upstream.on(WithdrawOwnApplicationRequest::PATH, || {
        Ok(WithdrawOwnApplicationResponse {
            application: Some(application()),
        })
    });
    let path = "/api/tenant-status/st4tus";
    let answer = front.get(path, "").await;
    let mut own = shown();
    own["landlord"] = json!(null);
    assert_eq!((answer.status.as_u16(), answer.json()), (200, own));
    assert_eq!(answer.header("etag"), "\"4\"");
    assert_eq!(answer.header("cache-control"), "no-store");
    let path = format!("{path}/withdraw");
    let answer = change(&front, "POST", &path, "", Body::empty()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked = front.upstream.asked();
    let read: GetOwnApplicationRequest = asked[0].message();
    // Between them the landlord's contact is asked for.
    let withdraw: WithdrawOwnApplicationRequest = asked[2].message();
    assert_eq!(read.token, "st4tus");
    assert_eq!(
        (withdraw.token.as_str(), withdraw.request_id.as_str()),
        ("st4tus", "2f7c1f6e-key")
    );
    front
        .upstream
        .on::<GetOwnApplicationResponse>(GetOwnApplicationRequest::PATH, || {
            Err(into_status(Error::LinkInvalid {
                message: "This link is invalid or has expired.",
            }))
        });
    let unknown = front.get("/api/tenant-status/unknown", "").await;
    let no_token = front.get("/api/tenant-status/%ff", "").await;
    let text = |answer: &Answer| answer.json()["detail"].clone();
    assert_eq!(unknown.reason(), "LINK_INVALID");
    assert_eq!(text(&unknown), text(&no_token));
}

#[tokio::test]
async fn who_answers_is_named_and_reminded_by_the_private_link() {
    let (front, _) = front().await;
    front.upstream.on(NameOwnRefereeRequest::PATH, || {
        Ok(NameOwnRefereeResponse {
            application: Some(application()),
        })
    });
    front.upstream.on(RemindOwnRefereeRequest::PATH, || {
        Ok(RemindOwnRefereeResponse {
            application: Some(application()),
        })
    });
    let path = "/api/tenant-status/st4tus/references/guarantor";
    let body = json!({"name": "Mary Hopper", "email": "mary@example.com", "phone": "07700 900124", "relationship": "parent"});
    let answer = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (202, shown()));
    let remind = "/api/tenant-status/st4tus/references/employer/remind";
    let answer = change(&front, "POST", remind, "", Body::empty()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (202, shown()));
    let asked = front.upstream.asked();
    let named: NameOwnRefereeRequest = asked[0].message();
    assert_eq!(
        named,
        NameOwnRefereeRequest {
            token: "st4tus".to_owned(),
            kind: ReferenceKind::Guarantor.into(),
            display_name: "Mary Hopper".to_owned(),
            email: "mary@example.com".to_owned(),
            phone: "07700 900124".to_owned(),
            relationship: "parent".to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    let reminded: RemindOwnRefereeRequest = asked[1].message();
    assert_eq!(
        reminded,
        RemindOwnRefereeRequest {
            token: "st4tus".to_owned(),
            kind: ReferenceKind::Employer.into(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    let path = "/api/tenant-status/st4tus/references/neighbour/remind";
    let answer = change(&front, "POST", path, "", Body::empty()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (404, "REFERENCE_NOT_FOUND")
    );
}

#[tokio::test]
async fn who_answers_is_named_and_reminded_by_a_tenants_account() {
    let front = Front::new().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front.upstream.on(NameRefereeRequest::PATH, || {
        Ok(NameRefereeResponse {
            application: Some(application()),
        })
    });
    front.upstream.on(RemindRefereeRequest::PATH, || {
        Ok(RemindRefereeResponse {
            application: Some(application()),
        })
    });
    let path = "/api/tenant-applications/77/references/guarantor";
    let body = json!({"name": "Mary Hopper", "email": "mary@example.com", "phone": "07700 900124", "relationship": "parent"});
    let answer = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (202, shown()));
    let remind = "/api/tenant-applications/77/references/employer/remind";
    let answer = change(&front, "POST", remind, &token, Body::empty()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (202, shown()));
    let asked = front.upstream.asked();
    let named: NameRefereeRequest = asked[0].message();
    assert_eq!(
        named,
        NameRefereeRequest {
            application_id: 77,
            kind: ReferenceKind::Guarantor.into(),
            display_name: "Mary Hopper".to_owned(),
            email: "mary@example.com".to_owned(),
            phone: "07700 900124".to_owned(),
            relationship: "parent".to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    let reminded: RemindRefereeRequest = asked[1].message();
    assert_eq!(
        reminded,
        RemindRefereeRequest {
            application_id: 77,
            kind: ReferenceKind::Employer.into(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    for (path, missing) in [
        ("77/references/neighbour/remind", "REFERENCE_NOT_FOUND"),
        ("x/references/guarantor/remind", "APPLICATION_NOT_FOUND"),
    ] {
        let path = format!("/api/tenant-applications/{path}");
        let answer = change(&front, "POST", &path, &token, Body::empty()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (404, missing)
        );
    }
    front
        .upstream
        .on::<NameRefereeResponse>(NameRefereeRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("display_name", "Guarantor name is required");
            Err(into_status(Error::Invalid {
                reason: "APPLICATION_INVALID",
                violations,
            }))
        });
    let refused = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!(super::tenants::named(&refused), ["name"]);
}

#[tokio::test]
async fn a_document_is_taken_back_by_the_private_link() {
    let (front, _) = front().await;
    front.upstream.on(RemoveOwnDocumentRequest::PATH, || {
        Ok(RemoveOwnDocumentResponse {
            application: Some(application()),
        })
    });
    let path = format!("{BY_LINK}/21");
    let answer = change(&front, "DELETE", &path, "", Body::empty()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked: RemoveOwnDocumentRequest = front.upstream.asked()[0].message();
    assert_eq!(
        asked,
        RemoveOwnDocumentRequest {
            token: "st4tus".to_owned(),
            document_id: 21,
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_document_reaches_the_service_by_account_and_by_link() {
    let (front, token) = front().await;
    let fields = [("type", "passportOrId"), ("title", "Passport")];
    let sent = post(&front, BY_ACCOUNT, &token, form(&fields, Some(b"%PDF-1.7"))).await;
    assert_eq!((sent.status.as_u16(), sent.json()), (201, shown_document()));
    let sent = post(&front, BY_LINK, "", form(&fields[..1], Some(b"%PDF-1.7"))).await;
    assert_eq!((sent.status.as_u16(), sent.json()), (201, shown_document()));
    let asked = front.upstream.asked();
    let account: AddDocumentRequest = asked[0].message();
    let link: AddOwnDocumentRequest = asked[1].message();
    assert_eq!(
        account,
        AddDocumentRequest {
            application_id: 77,
            document_type: DocumentType::PassportOrId.into(),
            title: "Passport".to_owned(),
            content: b"%PDF-1.7".to_vec(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    assert_eq!(
        link,
        AddOwnDocumentRequest {
            token: "st4tus".to_owned(),
            document_type: DocumentType::PassportOrId.into(),
            title: String::new(),
            content: b"%PDF-1.7".to_vec(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn ten_megabytes_are_taken_and_one_byte_more_is_not() {
    let (front, token) = front().await;
    let fields = [("type", "other")];
    for (path, token) in [(BY_ACCOUNT, token.as_str()), (BY_LINK, "")] {
        let largest = form(&fields, Some(&vec![b'a'; 10 * MIB]));
        let taken = post(&front, path, token, largest).await;
        assert_eq!(taken.status, 201, "{path}");
        for size in [10 * MIB + 1, 12 * MIB] {
            let refused = post(&front, path, token, form(&fields, Some(&vec![b'a'; size]))).await;
            assert_eq!(
                (refused.status.as_u16(), refused.reason().as_str()),
                (413, "FILE_TOO_LARGE"),
                "{path}"
            );
            assert_eq!(refused.json()["title"], "File too large");
            let text = "Please upload a file smaller than 10MB.";
            assert_eq!(refused.json()["detail"], text);
        }
    }
    assert_eq!(front.upstream.asked().len(), 2);
}

#[tokio::test]
async fn a_body_without_form_or_file_is_refused_before_the_service_is_called() {
    let (front, token) = front().await;
    let file = Some(&b"%PDF-1.7"[..]);
    for (form, status, reason) in [
        (form(&[("type", "other")], None), 422, "FILE_MISSING"),
        (form(&[("type", "other")], Some(b"")), 422, "FILE_MISSING"),
        (form(&[("type", "payslip")], file), 422, "FIELDS_UNREADABLE"),
        (
            form(&[("type", "other"), ("type", "other")], file),
            422,
            "FIELDS_UNREADABLE",
        ),
        (b"--x".to_vec(), 400, "BAD_REQUEST"),
    ] {
        for (path, token) in [(BY_ACCOUNT, token.as_str()), (BY_LINK, "")] {
            let refused = post(&front, path, token, form.clone()).await;
            assert_eq!(
                (refused.status.as_u16(), refused.reason().as_str()),
                (status, reason)
            );
        }
    }
    let json = front.post(BY_LINK, "", &json!({})).await;
    assert_eq!(
        (json.status.as_u16(), json.reason().as_str()),
        (415, "MEDIA_TYPE_UNSUPPORTED")
    );
    assert!(front.upstream.asked().is_empty());
    front
        .upstream
        .on::<AddOwnDocumentResponse>(AddOwnDocumentRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("content", "Please upload a PDF or an image file.");
            violations.add("document_type", "Choose what it is.");
            Err(into_status(Error::Invalid {
                reason: "FILE_TYPE_INVALID",
                violations,
            }))
        });
    let refused = post(&front, BY_LINK, "", form(&[], file)).await;
    assert_eq!(named(&refused), ["file", "type"]);
    assert_eq!(refused.json()["title"], "Invalid file type");
}

#[tokio::test]
async fn documents_by_link_have_a_limit_for_each_address() {
    let front = Front::with_limits(&json!({"limit_submit_per_hour": 1})).await;
    let first = post(&front, BY_LINK, "", form(&[], None)).await;
    assert_eq!(first.reason(), "FILE_MISSING");
    let second = post(&front, BY_LINK, "", form(&[], None)).await;
    assert_eq!(second.reason(), "RATE_LIMITED");
}

#[tokio::test]
async fn pictures_and_pdfs_are_looked_at_and_nothing_runs() {
    let (front, token) = front().await;
    let sandbox =
        "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (media_type, name, kind, disposition) in [
        (
            "image/jpeg",
            "passport.jpg",
            "image/jpeg",
            "inline; filename=\"passport.jpg\"",
        ),
        (
            "application/pdf",
            "a\"b\r\nc.pdf",
            "application/pdf",
            "inline; filename=\"abc.pdf\"",
        ),
        (
            "text/html",
            "",
            "application/octet-stream",
            "attachment; filename=\"document\"",
        ),
    ] {
        front.upstream.on(ReadDocumentRequest::PATH, move || {
            Ok(ReadDocumentResponse {
                media_type: media_type.to_owned(),
                file_name: name.to_owned(),
                content: b"bytes".to_vec(),
            })
        });
        front.upstream.on(ReadOwnDocumentRequest::PATH, move || {
            Ok(ReadOwnDocumentResponse {
                media_type: media_type.to_owned(),
                file_name: name.to_owned(),
                content: b"bytes".to_vec(),
            })
        });
        for (path, token) in [(BY_ACCOUNT, token.as_str()), (BY_LINK, "")] {
            let answer = front.get(&format!("{path}/21/content"), token).await;
            assert_eq!(
                (answer.status.as_u16(), answer.text.as_str()),
                (200, "bytes")
            );
            for (header, value) in [
                ("content-type", kind),
                ("content-disposition", disposition),
                ("content-security-policy", sandbox),
                ("x-content-type-options", "nosniff"),
                ("cache-control", "private, no-store"),
            ] {
                assert_eq!(answer.header(header), value, "{path} {media_type}");
            }
        }
    }
    let asked = front.upstream.asked();
    let account: ReadDocumentRequest = asked[0].message();
    let link: ReadOwnDocumentRequest = asked[1].message();
    assert_eq!((account.application_id, account.document_id), (77, 21));
    assert_eq!((link.token.as_str(), link.document_id), ("st4tus", 21));
    for path in [
        format!("{BY_ACCOUNT}/x/content"),
        format!("{BY_LINK}/0/content"),
    ] {
        let missing = front.get(&path, &token).await;
        assert_eq!(missing.reason(), "DOCUMENT_NOT_FOUND", "{path}");
    }
}

#[tokio::test]
async fn the_largest_document_comes_whole() {
    let (front, token) = front().await;
    front.upstream.on(ReadDocumentRequest::PATH, || {
        Ok(ReadDocumentResponse {
            media_type: "application/pdf".to_owned(),
            file_name: "a.pdf".to_owned(),
            content: vec![b'a'; 10 * MIB],
        })
    });
    let answer = front.get(&format!("{BY_ACCOUNT}/21/content"), &token).await;
    assert_eq!((answer.status.as_u16(), answer.text.len()), (200, 10 * MIB));
}

#[tokio::test]
async fn a_landlord_judges_a_document_and_sees_who_read_it() {
    let (front, token) = front().await;
    front.upstream.on(ReviewDocumentRequest::PATH, || {
        Ok(ReviewDocumentResponse {
            document: Some(document()),
        })
    });
    front.upstream.on(ListDocumentReadingsRequest::PATH, || {
        let reading = |actor: &str, user_id| DocumentReading {
            time: Some(prost_types::Timestamp::default()),
            actor: actor.to_owned(),
            user_id,
        };
        Ok(ListDocumentReadingsResponse {
            readings: vec![reading("Landlord", 7), reading("Applicant", 0)],
            next_page_token: "next".to_owned(),
        })
    });
    let path = format!("{BY_ACCOUNT}/21");
    let body = json!({"status": "rejected", "reason": "Out of date"});
    let answer = change(&front, "PATCH", &path, &token, body.to_string().into()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()),
        (200, shown_document())
    );
    let readings = front
        .get(&format!("{path}/readings?pageSize=2"), &token)
        .await;
    assert_eq!(
        readings.json(),
        json!([
            {"timestamp": "1970-01-01T00:00:00Z", "actor": "Landlord", "userId": 7},
            {"timestamp": "1970-01-01T00:00:00Z", "actor": "Applicant", "userId": null}
        ])
    );
    let link = format!("<{path}/readings?pageSize=2&pageToken=next>; rel=\"next\"");
    assert_eq!(readings.header("link"), link);
    let asked: ReviewDocumentRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ReviewDocumentRequest {
            application_id: 77,
            document_id: 21,
            status: DocumentStatus::Rejected.into(),
            reason: "Out of date".to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}
