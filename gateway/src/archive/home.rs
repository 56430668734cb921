//! The contents of a tenant's portal about one home, as one ZIP file that is written while it is read. Each part is read as the caller, by the
//! call of its own download; memory holds one part. A part that cannot be read is named in the file.

use std::{collections::BTreeSet, fmt::Write as _, io};

use async_zip::error::ZipError;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::{Stream, TryStreamExt as _};
use lintel_core::london_date;
use lintel_files::Size;
use lintel_proto::{
    Rpc,
    tenancy::v1::{
        GetPortalRequest, GetPortalResponse, ReadAgreementDocumentRequest,
        ReadRentStatementRequest, Tenant,
    },
};

use crate::{
    api::files,
    archive::{
        home::parts::{Part, Source},
        zip::{Zip, streamed},
    },
    call::Call,
    deadline::time_for,
    rest::problem::Problem,
    uploads,
};

mod deposit;
mod parts;

const PDF: &str = "application/pdf";

/// A download that has begun: what is in it is known, and nothing of it is read.
pub struct Download {
    call: Call<GetPortalRequest>,
    at: DateTime<Utc>,
    /// The address of the home.
    home: String,
    parts: Vec<Part>,
    deposit: Option<String>,
    /// The parts that cannot be had.
    missing: Vec<String>,
}

impl Download {
    /// Finds out what the portal shows of a home.
    ///
    /// # Errors
    /// A 429 [`Problem`] when the account would have made too many calls by single downloads; a 500 for a deposit that cannot be shown.
    pub async fn new(
        call: Call<GetPortalRequest>,
        portal: &GetPortalResponse,
        tenant: &Tenant,
    ) -> Result<Self, Problem> {
        let at = call.gateway().clock.now();
        let found = parts::find(&call, portal, tenant).await;
        call.count(found.parts.len())?;
        let deposit = portal.deposit.clone();
        let deposit = deposit.map(|deposit| deposit::facts(deposit, london_date(at)));
        Ok(Self {
            call,
            at,
            home: home_of(tenant),
            parts: found.parts,
            deposit: deposit.transpose()?,
            missing: found.missing,
        })
    }

    /// The file as it is written.
    pub fn into_parts(self) -> impl Stream<Item = io::Result<Bytes>> {
        streamed(self.at, |zip| self.write(zip))
    }

    async fn write(mut self, mut zip: Zip) -> Result<(), ZipError> {
        let day = london_date(self.at).format("%-d %B %Y");
        let about = format!(
            "Your home at {}\n\nWhat Lintel had for you about this home on {day}. Keep it in a safe place.\n",
            self.home
        );
        zip.write("README.txt", about.as_bytes()).await?;
        if let Some(facts) = &self.deposit {
            zip.write("deposit.txt", facts.as_bytes()).await?;
        }
        let mut names = BTreeSet::new();
        for part in std::mem::take(&mut self.parts) {
            match self.read(part.source).await {
                Ok((media_type, content)) => {
                    let name = unique(&mut names, &part.name, ending(&media_type));
                    zip.write(&name, &content).await?;
                }
                Err(problem) => {
                    tracing::warn!(reason = %problem.reason, "a part of a portal's download is missing");
                    self.missing.push(part.title);
                }
            }
        }
        if !self.missing.is_empty() {
            zip.write("NOT INCLUDED.txt", self.left_out().as_bytes())
                .await?;
        }
        zip.close().await
    }

    /// Says what is missing.
    fn left_out(&self) -> String {
        let mut text = "These could not be read when the file was made:\n\n".to_owned();
        for title in &self.missing {
            let _ = writeln!(text, "- {title}");
        }
        text.push_str("\nDownload everything once more, or open them one by one in your portal.\n");
        text
    }

    /// Reads a part: its media type and its bytes.
    async fn read(&self, source: Source) -> Result<(String, Vec<u8>), Problem> {
        match source {
            Source::Statement(tenant_id) => {
                let message = ReadRentStatementRequest {
                    tenant_id,
                    format: "pdf".to_owned(),
                    ..Default::default()
                };
                let read = ask(&self.call, message).await?;
                Ok((read.media_type, read.content))
            }
            Source::Document(message) => {
                let read = ask(&self.call, message).await?;
                Ok((read.media_type, read.content))
            }
            Source::Agreement(application_id) => {
                let message = ReadAgreementDocumentRequest { application_id };
                let read = ask(&self.call, message).await?;
                Ok((PDF.to_owned(), read.content))
            }
            Source::Deed(message) => {
                let read = ask(&self.call, message).await?;
                Ok((PDF.to_owned(), read.content))
            }
            Source::Certificate(owner, id) => {
                let store = &self.call.gateway().files;
                let opened = store.get(owner, id, Size::Full).await;
                let opened = opened.map_err(uploads::away)?;
                let opened = opened.ok_or_else(files::not_found)?;
                let content = opened.bytes.try_fold(Vec::new(), async |mut all, bytes| {
                    all.extend_from_slice(&bytes);
                    Ok(all)
                });
                Ok((opened.media_type, content.await.map_err(uploads::away)?))
            }
        }
    }
}

/// Says where the home is, in one line.
fn home_of(tenant: &Tenant) -> String {
    let room = tenant.room_number.as_ref();
    let room = room.map_or_else(String::new, |number| format!("Room {number}, "));
    let (address, postcode) = (&tenant.property_address, &tenant.property_postcode);
    format!("{room}{address}, {postcode}")
}

/// Asks as the caller, with the time that such a call has by itself.
async fn ask<R: Rpc>(call: &Call<GetPortalRequest>, message: R) -> Result<R::Reply, Problem> {
    let call = call.beside::<R>()?.within(time_for(R::PATH, false));
    call.send(message).await
}

fn ending(media_type: &str) -> &'static str {
    match media_type {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        _ => "pdf",
    }
}

/// Returns a name that no other file of the ZIP has, whatever the system does with capitals.
fn unique(names: &mut BTreeSet<String>, name: &str, ending: &str) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number}).{ending}"));
    let mut all = std::iter::once(format!("{name}.{ending}")).chain(numbered);
    let free = all.find(|name| names.insert(name.to_lowercase()));
    free.unwrap_or_default()
}
