//! A person's data as one ZIP file, written while it is read. Rows come from the services in pages, files are streamed, and a
//! slow reader delays the next page. Memory holds one page and a few buffers.

use std::{borrow::Cow, io, time::Duration};

use async_zip::{DeflateOption, error::ZipError};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::{AsyncWriteExt as _, Stream, TryStreamExt as _};
use lintel_core::{OrganisationId, Role, UserId};
use lintel_files::{Kind, Owner, Size};
use lintel_proto::{
    common::v1::ExportPage,
    identity::v1::{BeginExportRequest, ReadAccountDataRequest},
    listings::v1::ReadListingDataRequest,
    maintenance::v1::{ReadMaintenanceDataRequest, ReadOwnMaintenanceDataRequest},
    portfolio::v1::ReadPortfolioDataRequest,
    tenancy::v1::{ReadOwnTenancyDataRequest, ReadTenancyDataRequest},
    viewings::v1::ReadViewingDataRequest,
};

use crate::{
    archive::zip::{Zip, streamed},
    call::Call,
    rest::problem::Problem,
};

/// Time limit for reading one page.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The text that explains the file.
const README: &str = include_str!("README.txt");

/// The reason why an export was not completed.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    /// The reader disconnected, or the file cannot be written.
    #[error("the file could not be written")]
    Zip(#[from] ZipError),
    /// The file cannot be written.
    #[error("the file could not be written")]
    Io(#[from] io::Error),
    /// A service did not answer.
    #[error("a page could not be read: {0}")]
    Page(Cow<'static, str>),
    /// The file store is unavailable.
    #[error("a file could not be read")]
    File(#[from] lintel_files::StoreError),
}

impl From<Problem> for ExportError {
    fn from(problem: Problem) -> Self {
        Self::Page(problem.reason)
    }
}

/// The owner of the exported data.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The account.
    pub user: UserId,
    /// The organisation that it owns, whose data is exported as well.
    pub organisation: Option<OrganisationId>,
    /// The account's role.
    pub role: Option<Role>,
}

/// Declares what pages are read from, each with its request.
macro_rules! sources {
    ($($source:ident: $request:ident,)+) => {
        /// The lists that pages are read from.
        #[derive(Debug, Clone, Copy)]
        enum Source {
            $($source,)+
        }

        impl Export {
            async fn page(&self, source: Source, page_token: String) -> Result<ExportPage, ExportError> {
                let export_token = self.token.clone();
                let page = match source {
                    $(Source::$source => {
                        let call = self.call.beside::<$request>()?.within(TIMEOUT);
                        let reply = call.send($request { page_token, export_token });
                        reply.await?.page
                    })+
                };
                page.ok_or(ExportError::Page("NO_PAGE".into()))
            }
        }
    };
}

sources! {
    Account: ReadAccountDataRequest,
    Portfolio: ReadPortfolioDataRequest,
    Tenancies: ReadTenancyDataRequest,
    OwnTenancies: ReadOwnTenancyDataRequest,
    Viewings: ReadViewingDataRequest,
    Maintenance: ReadMaintenanceDataRequest,
    OwnMaintenance: ReadOwnMaintenanceDataRequest,
    Listings: ReadListingDataRequest,
}

/// The lists of an organisation, each with the folder that it is written to.
const OF_ORGANISATION: [(Source, &str); 5] = [
    (Source::Portfolio, "portfolio"),
    (Source::Tenancies, "tenancies"),
    (Source::Viewings, "viewings"),
    (Source::Maintenance, "maintenance"),
    (Source::Listings, "listings"),
];

/// An export that has begun.
pub struct Export {
    call: Call<BeginExportRequest>,
    subject: Subject,
    token: String,
    at: DateTime<Utc>,
}

impl Export {
    /// An export of the data of `subject`, read as the caller of `call`; `token` proves to the services that the export has
    /// begun.
    #[must_use]
    pub fn new(call: Call<BeginExportRequest>, subject: Subject, token: String) -> Self {
        let at = call.gateway().clock.now();
        Self {
            call,
            subject,
            token,
            at,
        }
    }

    /// The file as it is written. If it cannot be completed it ends with an error, so that the client does not take it for
    /// complete.
    pub fn into_parts(self) -> impl Stream<Item = io::Result<Bytes>> {
        streamed(self.at, |zip| self.write(zip))
    }

    async fn write(self, mut zip: Zip) -> Result<(), ExportError> {
        zip.write("README.txt", README.as_bytes()).await?;
        self.write_pages(&mut zip, Source::Account, "account")
            .await?;
        let user = Owner::User(self.subject.user);
        self.write_files(&mut zip, user, "account/files").await?;
        if self.subject.role != Some(Role::Landlord) {
            self.write_pages(&mut zip, Source::OwnTenancies, "tenancies")
                .await?;
        }
        if self.subject.role == Some(Role::Tenant) {
            self.write_pages(&mut zip, Source::OwnMaintenance, "maintenance")
                .await?;
        }
        if let Some(organisation) = self.subject.organisation {
            for (source, folder) in OF_ORGANISATION {
                self.write_pages(&mut zip, source, folder).await?;
            }
            let owner = Owner::Organisation(organisation);
            self.write_files(&mut zip, owner, "portfolio/files").await?;
        }
        zip.close().await?;
        Ok(())
    }

    /// Writes every page of `source`: one entry for each file name, each an array of rows.
    async fn write_pages(
        &self,
        zip: &mut Zip,
        source: Source,
        folder: &str,
    ) -> Result<(), ExportError> {
        let mut page = self.page(source, String::new()).await?;
        loop {
            let name = page.file_name.clone();
            let path = format!("{folder}/{name}");
            let mut entry = zip.begin(&path, DeflateOption::Normal).await?;
            entry.write_all(b"[").await?;
            let mut separator = "\n";
            let next = loop {
                for row in &page.rows {
                    entry.write_all(separator.as_bytes()).await?;
                    entry.write_all(row.as_bytes()).await?;
                    separator = ",\n";
                }
                if page.next_page_token.is_empty() {
                    break None;
                }
                page = self.page(source, page.next_page_token).await?;
                if page.file_name != name {
                    break Some(page);
                }
            };
            entry.write_all(b"\n]\n").await?;
            entry.close().await?;
            match next {
                Some(next) => page = next,
                None => return Ok(()),
            }
        }
    }

    /// Writes every file of `owner` in full size, under the name that the rows use.
    async fn write_files(
        &self,
        zip: &mut Zip,
        owner: Owner,
        folder: &str,
    ) -> Result<(), ExportError> {
        let store = &self.call.gateway().files;
        let mut ids = store.list(owner);
        while let Some(id) = ids.try_next().await? {
            // A file that was deleted meanwhile is left out.
            let Some(mut file) = store.get(owner, id, Size::Full).await? else {
                continue;
            };
            let ending = match (file.kind, file.media_type.as_str()) {
                (Kind::Document, _) => "pdf",
                (Kind::Photo, "image/png") => "png",
                (Kind::Photo, _) => "jpg",
            };
            let path = format!("{folder}/{id}.{ending}");
            // Pictures are compressed already.
            let mut entry = zip.begin(&path, DeflateOption::Fast).await?;
            while let Some(bytes) = file.bytes.try_next().await? {
                entry.write_all(&bytes).await?;
            }
            entry.close().await?;
        }
        Ok(())
    }
}
