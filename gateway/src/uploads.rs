//! Takes uploads: a body is written to a temporary file, checked, then stored. Memory is bounded because few uploads run at once,
//! and only one of them decodes a large picture.

mod application_document;
mod attachment;
pub(crate) mod form;
mod listing_file;
mod space;
mod tenancy_file;

pub use application_document::SentDocument;
pub use listing_file::Spooled;

use std::{
    io::{Read as _, Seek as _},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use futures::StreamExt as _;
use lintel_auth::{CallAudience, Rule};
use lintel_core::{Error, Grade, Role};
use lintel_files::{
    Contents, FileId, FileStore, Kept, Kind, LARGEST, Owner, Refusal, document, photo::Work,
};
use lintel_runtime::limits::Stored;
use multer::{Constraints, Multipart, SizeLimit};
use tokio::{
    io::AsyncWriteExt as _,
    sync::{Semaphore, SemaphorePermit},
};

use self::space::Space;
use crate::{
    front::large_body::{self, Broken, LargeBody},
    rest::problem::{FieldErrors, Problem},
};

/// The field of the form that holds the file.
const FIELD: &str = "file";
/// Bodies that are read at once.
const ARRIVING: usize = 16;
/// Large bodies that are read at once: each takes up to 100 MB of disk.
const LARGE_ARRIVING: usize = 4;
/// Files that are checked at once (docs/reference/promises.md T23).
const JUDGED: usize = 2;
/// The longest time that an upload waits for its turn.
const WAIT: Duration = Duration::from_secs(15);
/// Time limit for a body to arrive.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Takes uploads.
#[derive(Debug)]
pub struct Uploads {
    /// The rule of who may upload.
    pub rule: Rule,
    files: FileStore,
    arriving: Semaphore,
    large_arriving: Semaphore,
    judged: Arc<Semaphore>,
    large: Arc<Semaphore>,
    space: Space,
}

/// The file that a caller wants to store.
#[derive(Debug, Clone, Copy)]
pub struct NewFile {
    /// The owner of the file.
    pub owner: Owner,
    /// Its name.
    pub id: FileId,
    /// [`Kind::Document`] takes photos as well.
    pub kind: Kind,
}

impl Uploads {
    /// Stores in `files`, as much as `stored` allows.
    #[must_use]
    pub fn new(files: FileStore, stored: Stored) -> Self {
        Self {
            rule: Rule {
                audience: CallAudience::Roles(vec![Role::Landlord]),
                minimum_grade: Some(Grade::Manager),
                writes: true,
                scope: String::new(),
                before_password_change: false,
                read_token: false,
                callers: Vec::new(),
                backup_token: false,
            },
            files,
            arriving: Semaphore::new(ARRIVING),
            large_arriving: Semaphore::new(LARGE_ARRIVING),
            judged: Arc::new(Semaphore::new(JUDGED)),
            large: Arc::new(Semaphore::new(1)),
            space: Space::new(stored),
        }
    }

    /// Reads the form and stores its file.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, a file that is refused, 408, 503.
    pub async fn take(
        &self,
        wanted: NewFile,
        boundary: String,
        body: &LargeBody,
    ) -> Result<(), Problem> {
        let sent = {
            let _turn = turn(&self.arriving).await?;
            let arrived = tokio::time::timeout(TIMEOUT, self.arrive(boundary, body)).await;
            arrived.map_err(|_| slow())??.0
        };
        let _turn = turn(&self.judged).await?;
        let sent = blocking(move || read(sent)).await?.map_err(away)?;
        let digest = lintel_files::digest(&sent);
        if let Some(kept) = self
            .files
            .known(wanted.owner, wanted.id, digest)
            .await
            .map_err(away)?
        {
            return answer(kept);
        }
        let length = sent.len();
        self.space.check(&self.files, wanted.owner, length).await?;
        let contents = self.judge(wanted.kind, sent).await?;
        let kept = self
            .files
            .keep(wanted.owner, wanted.id, digest, contents)
            .await;
        let kept = kept.map_err(away)?;
        self.space.note(wanted.owner, length);
        answer(kept)
    }

    /// Reads a table: the body itself, or the file of a form if there is a `boundary`. Returns its file name as well.
    ///
    /// # Errors
    /// A [`Problem`]: not a valid form, 408, 413, 503.
    pub async fn table(
        &self,
        boundary: Option<String>,
        body: &LargeBody,
    ) -> Result<(String, Vec<u8>), Problem> {
        let _turn = turn(&self.arriving).await?;
        let arrived = async {
            match boundary {
                None => Ok((String::new(), self.read_whole(body).await?)),
                Some(boundary) => {
                    let (sent, name) = self.arrive(boundary, body).await?;
                    Ok((name, blocking(move || read(sent)).await?.map_err(away)?))
                }
            }
        };
        tokio::time::timeout(TIMEOUT, arrived)
            .await
            .map_err(|_| slow())?
    }

    async fn read_whole(&self, body: &LargeBody) -> Result<Vec<u8>, Problem> {
        let mut pieces = pin!(body.pieces());
        let mut whole = Vec::new();
        while let Some(piece) = pieces.next().await {
            whole.extend_from_slice(&piece?);
            if whole.len() as u64 > LARGEST {
                return Err(body.too_large());
            }
        }
        Ok(whole)
    }

    /// Reads the form's file and its name.
    async fn arrive(
        &self,
        boundary: String,
        body: &LargeBody,
    ) -> Result<(std::fs::File, String), Problem> {
        let unreadable = |error| unreadable(error, body);
        let limits = SizeLimit::new()
            .whole_stream(large_body::LARGEST)
            .per_field(LARGEST);
        let constraints = Constraints::new().size_limit(limits);
        let mut form = Multipart::with_constraints(body.pieces(), boundary, constraints);
        let (mut file, mut others) = (None, Vec::new());
        while let Some(mut field) = form.next_field().await.map_err(unreadable)? {
            let is_file = field.name() == Some(FIELD);
            if !is_file || file.is_some() {
                others.push(field.name().unwrap_or_default().to_owned());
                continue;
            }
            let name = field.file_name().unwrap_or_default().to_owned();
            let scratch = self.files.scratch().map_err(away)?;
            let mut scratch = tokio::fs::File::from_std(scratch);
            while let Some(piece) = field.chunk().await.map_err(unreadable)? {
                scratch.write_all(&piece).await.map_err(away)?;
            }
            scratch.flush().await.map_err(away)?;
            file = Some((scratch.into_std().await, name));
        }
        let file = file.ok_or_else(missing)?;
        body.check_names(&others)?;
        Ok(file)
    }

    async fn judge(&self, kind: Kind, sent: Vec<u8>) -> Result<Contents, Problem> {
        let refusal = move |refusal| refusal_problem(refusal, kind);
        if kind == Kind::Document && sent.starts_with(b"%PDF-") {
            return blocking(move || document::check(&sent).map(|()| Contents::Document(sent)))
                .await?
                .map_err(refusal);
        }
        let work = blocking(move || Work::of(sent)).await?.map_err(refusal)?;
        let _turn = match work.is_large() {
            true => Some(turn(&self.large).await?),
            false => None,
        };
        let pictures = blocking(move || work.finish()).await?.map_err(refusal)?;
        Ok(Contents::Photo(pictures))
    }
}

async fn turn(semaphore: &Semaphore) -> Result<SemaphorePermit<'_>, Problem> {
    match tokio::time::timeout(WAIT, semaphore.acquire()).await {
        Ok(Ok(turn)) => Ok(turn),
        _ => Err(Problem::busy(Duration::from_secs(2))),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let span = tracing::Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(work))
        .await
        .map_err(Problem::internal)
}

fn read(mut sent: std::fs::File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    sent.rewind()?;
    sent.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn answer(kept: Kept) -> Result<(), Problem> {
    match kept {
        Kept::Here => Ok(()),
        Kept::Taken => Err(Error::field(
            "REQUEST_ID_REUSED",
            "request_id",
            "This request id was used for another request. Use a new one for each change.",
        )
        .into()),
    }
}

/// The file store failed: it is full or away.
pub(crate) fn away(error: impl std::error::Error + 'static) -> Problem {
    tracing::error!(
        error = &error as &dyn std::error::Error,
        "files cannot be kept or read"
    );
    Problem::busy(Duration::from_secs(5))
}

fn refusal_problem(refusal: Refusal, kind: Kind) -> Problem {
    match (refusal, kind) {
        (Refusal::NotAccepted, Kind::Photo) => {
            refused("FILE_TYPE_INVALID", "Please upload an image file.")
        }
        (Refusal::NotAccepted, Kind::Document) => {
            refused("FILE_TYPE_INVALID", "Please upload a PDF or an image file.")
        }
        (Refusal::TooManyPixels, _) => refused(
            "FILE_TOO_MANY_PIXELS",
            "Please upload an image of at most 8,000 pixels a side and 40 million pixels.",
        ),
        (Refusal::ActiveDocument, _) => refused(
            "FILE_ACTIVE",
            "This PDF has a script, an attachment, a password or something that starts by itself. Print it to a new PDF \
             (choose Print, then Save as PDF) and upload that one.",
        ),
    }
}

fn refused(reason: &'static str, text: &'static str) -> Problem {
    Problem {
        errors: FieldErrors::from([(FIELD.to_owned(), vec![text.to_owned()])]),
        ..Problem::new(http::StatusCode::UNPROCESSABLE_ENTITY, reason, text)
    }
}

fn missing() -> Problem {
    refused("FILE_MISSING", "Please choose a file.")
}

fn slow() -> Problem {
    Problem::of_status(http::StatusCode::REQUEST_TIMEOUT)
}

fn unreadable(error: multer::Error, body: &LargeBody) -> Problem {
    match error {
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => {
            body.too_large()
        }
        // The error of the body's stream: too slow, or broken.
        multer::Error::StreamReadFailed(cause) => cause.downcast_ref::<Broken>().map_or_else(
            || Problem::of_status(http::StatusCode::BAD_REQUEST),
            |broken| (*broken).into(),
        ),
        _ => Problem::of_status(http::StatusCode::BAD_REQUEST),
    }
}
