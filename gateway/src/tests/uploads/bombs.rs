//! Pictures that are small as files and huge when decoded.

use futures::future::join_all;
use image::ImageFormat;

use super::{MIB, PATH, bomb, picture};
use crate::tests::front::Front;

/// The most memory that this process has held, in bytes.
fn peak() -> u64 {
    let status = procfs::process::Process::myself()
        .unwrap()
        .status()
        .unwrap();
    status.vmhwm.unwrap() * 1024
}

#[tokio::test]
async fn twenty_bombs_at_once_and_the_largest_pictures_stay_within_memory() {
    const MOST: u64 = 200 * 1024 * 1024;
    let front = Front::new().await;
    let (_, token) = front.landlord();
    // Made before memory is measured; on disk and on the wire they are small.
    let largest = {
        let picture = picture(8_000, 5_000, ImageFormat::Png);
        assert!(picture.len() < MIB, "{}", picture.len());
        picture
    };
    // From here on memory is measured; earlier use does not count.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = peak();
    let bomb = bomb(60_000);
    let bombs = join_all((0..20).map(|_| front.upload(PATH, &token, &bomb))).await;
    assert!(bombs.iter().all(|answer| answer.status == 422));
    let risen = peak() - before;
    assert!(risen <= MOST, "20 bombs took {risen} bytes");
    let pictures = join_all((0..3).map(|_| front.upload(PATH, &token, &largest))).await;
    assert!(
        pictures.iter().all(|answer| answer.status == 201),
        "{pictures:?}"
    );
    let risen = peak() - before;
    assert!(risen <= MOST, "with the largest pictures {risen} bytes");
}
