//! Finding files that were unused long enough, and removing them.

use chrono::TimeDelta;
use lintel_core::{Clock as _, OrganisationId, SystemClock, UserId};
use lintel_files::{Contents, FileId, FileStore, Owner, digest};

const ORGANISATION: OrganisationId = OrganisationId::new(7);
const OWNER: Owner = Owner::Organisation(ORGANISATION);

fn store(folder: &tempfile::TempDir) -> FileStore {
    FileStore::open(&format!("file://{}", folder.path().display())).unwrap()
}

async fn kept(files: &FileStore, owner: Owner) -> FileId {
    let (id, sent) = (FileId::generate(), b"%PDF-1.7".to_vec());
    let contents = Contents::Document(sent.clone());
    files
        .keep(owner, id, digest(&sent), contents)
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn only_what_lies_long_enough_is_found_broken_off_uploads_too() {
    let folder = tempfile::tempdir().unwrap();
    let files = store(&folder);
    assert!(files.organisations().await.unwrap().is_empty());
    let id = kept(&files, OWNER).await;
    kept(&files, Owner::User(UserId::new(7))).await;
    let broken_off = FileId::generate();
    let place = folder.path().join(format!("org/7/{broken_off}"));
    std::fs::create_dir(&place).unwrap();
    std::fs::write(place.join("0123456789abcdef-full"), "half").unwrap();

    assert_eq!(files.organisations().await.unwrap(), [ORGANISATION]);
    let hour = TimeDelta::hours(1);
    let old = files.untouched_since(OWNER, SystemClock.now() - hour).await;
    assert!(old.unwrap().is_empty());
    let mut old = files
        .untouched_since(OWNER, SystemClock.now() + hour)
        .await
        .unwrap();
    old.sort();
    let mut both = [id, broken_off];
    both.sort();
    assert_eq!(old, both);
}

#[tokio::test]
async fn what_is_removed_leaves_nothing_and_may_be_removed_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = store(&folder);
    let id = kept(&files, OWNER).await;
    let later = SystemClock.now() + TimeDelta::hours(1);
    for _ in 0..2 {
        files.remove(OWNER, id, later).await.unwrap();
        assert_eq!(files.kind(OWNER, id).await.unwrap(), None);
    }
    assert!(!folder.path().join("org").exists());
    // A removed folder is made again by the next file.
    let next = kept(&files, OWNER).await;
    assert!(files.kind(OWNER, next).await.unwrap().is_some());
}

#[tokio::test]
async fn what_was_written_anew_in_the_meantime_stays() {
    let folder = tempfile::tempdir().unwrap();
    let files = store(&folder);
    let id = kept(&files, OWNER).await;
    let before = SystemClock.now() - TimeDelta::hours(1);
    files.remove(OWNER, id, before).await.unwrap();
    assert!(files.kind(OWNER, id).await.unwrap().is_some());
}
