//! The effects of a batch of rows, in one transaction: homes, rents, sales, the news about them, and the import's progress.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use lintel_core::{Error, ListingId, Money, london_date};
use lintel_db::{Tx, outbox};

use crate::{
    domain::{
        Counts, ListingRecord, MOST_RENT, Prepared, PricePaid, PricePoint, Refusal, Refused, Row,
        cut,
    },
    events::{self, WatchedNews},
    store::{
        import_work::{self, Taken},
        imported::{self, StoredHome},
        rent::{self, Rent},
        sale, watch, word,
    },
};

/// News of one listing for whoever watches it.
pub(super) struct News {
    pub listing: ListingId,
    pub news: WatchedNews,
    pub title: String,
    pub price: Option<Money>,
}

/// Rows of a batch by what is done with them.
#[derive(Default)]
struct Sorted {
    homes: Vec<Prepared>,
    /// Not for sale, by key; with the rent that can be compared with, where there is one.
    others: Vec<(String, Option<Rent>)>,
    sales: Vec<PricePaid>,
    /// Could not be read, but are in the file.
    unread: Vec<String>,
    refusals: Vec<Refusal>,
}

impl Sorted {
    fn of(rows: Vec<Row>, taken: &Taken) -> Self {
        let mut sorted = Self::default();
        for row in rows {
            match row {
                Row::Listing(record) if record.is_for_sale() => sorted.home(*record, taken),
                Row::Listing(record) => {
                    let rent = rent(&record);
                    sorted.others.push((record.key, rent));
                }
                Row::Gone { key } => sorted.others.push((key, None)),
                Row::Sale(sale) => sorted.sales.push(*sale),
                Row::Refused(refused) => sorted.refuse(refused),
            }
        }
        sorted
    }

    fn home(&mut self, record: ListingRecord, taken: &Taken) {
        let key = record.key.clone();
        match Prepared::of(record, &taken.source, &taken.source_key()) {
            Ok(home) => self.homes.push(home),
            Err((field, reason)) => self.refuse(Refused {
                line: 0,
                field: field.to_owned(),
                reason: format!("{key}: {reason}"),
                key: Some(key),
            }),
        }
    }

    fn refuse(&mut self, refused: Refused) {
        self.unread.extend(refused.key);
        self.refusals.push(Refusal {
            line: i64::try_from(refused.line).unwrap_or(i64::MAX),
            field: cut(&refused.field, 200),
            reason: cut(&refused.reason, 1000),
        });
    }
}

/// The rent of a letting, if it can be compared with.
fn rent(record: &ListingRecord) -> Option<Rent> {
    let pence = record.rent()?.minor();
    let outcode = record.postcode.split(' ').next().unwrap_or_default();
    let bedrooms = record.bedrooms.filter(|beds| (0..=1000).contains(beds))?;
    let key = cut(&record.key, 200);
    ((1..=MOST_RENT).contains(&pence) && !outcode.is_empty()).then(|| Rent {
        key,
        outcode: outcode.to_owned(),
        bedrooms,
        pence,
    })
}

/// Writes a batch and that the import has come to `cursor`. `false` if somebody else works on the import by now: then nothing may be
/// committed.
pub(super) async fn store(
    tx: &mut Tx,
    taken: &Taken,
    rows: Vec<Row>,
    cursor: i64,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<bool, Error> {
    let mut counts = Counts {
        read: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        ..Counts::default()
    };
    let sorted = Sorted::of(rows, taken);
    counts.refused = i64::try_from(sorted.refusals.len()).unwrap_or(i64::MAX);
    let keys = sorted.homes.iter().map(|home| &home.external_key);
    let keys = keys.chain(sorted.others.iter().map(|(key, _)| key));
    let keys: Vec<String> = keys.chain(&sorted.unread).cloned().collect();
    let known = imported::known(tx, taken, &keys).await?;
    let known: HashMap<&str, &StoredHome> =
        known.iter().map(|one| (one.key.as_str(), one)).collect();
    let mut news = homes(tx, taken, sorted.homes, &known, &mut counts, now).await?;
    news.extend(others(tx, taken, sorted.others, &known, &mut counts, now).await?);
    let unread = sorted.unread.iter();
    let unread = unread.filter_map(|key| known.get(key.as_str()));
    let unread: Vec<i64> = unread.map(|known| known.listing.get()).collect();
    imported::seen(tx, taken, &unread, now).await?;
    let sold = i64::try_from(sorted.sales.len()).unwrap_or(i64::MAX);
    let (added, changed) = sale::apply(tx, taken, &sorted.sales).await?;
    counts.added += added;
    counts.changed += changed;
    counts.unchanged += (sold - added - changed).max(0);
    import_work::refuse(tx, taken, &sorted.refusals).await?;
    tell(tx, &news).await?;
    advance(tx, taken, cursor, counts, now, until).await
}

/// Writes down how far an import is, and tells of it now and then.
pub(super) async fn advance(
    tx: &mut Tx,
    taken: &Taken,
    cursor: i64,
    counts: Counts,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<bool, Error> {
    let Some(import) = import_work::advance(tx, taken, cursor, counts, now, until).await? else {
        return Ok(false);
    };
    let since = now - chrono::TimeDelta::seconds(1);
    if import_work::is_due(tx, taken, since, now).await? {
        outbox::append(tx, &events::import_changed(taken.organisation, &import)).await?;
    }
    Ok(true)
}

/// Adds and changes homes.
async fn homes(
    tx: &mut Tx,
    taken: &Taken,
    homes: Vec<Prepared>,
    known: &HashMap<&str, &StoredHome>,
    counts: &mut Counts,
    now: DateTime<Utc>,
) -> Result<Vec<News>, Error> {
    let today = london_date(now);
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    let mut words = BTreeSet::new();
    let (mut unchanged, mut news, mut prices) = (Vec::new(), Vec::new(), Vec::new());
    for home in homes {
        let Some(known) = known.get(home.external_key.as_str()) else {
            words.extend(home.words());
            added.push(home);
            continue;
        };
        if known.hash == home.content_hash && !known.withdrawn {
            unchanged.push(known.listing.get());
            continue;
        }
        let price = home.price_pence.map(Money::gbp);
        if price != known.price {
            let point = PricePoint { from: today, price };
            prices.push((known.listing, point));
        }
        let what = match (known.withdrawn, price == known.price) {
            (true, _) => Some(WatchedNews::Back),
            (false, false) => Some(WatchedNews::Price(known.price)),
            (false, true) => None,
        };
        news.extend(what.map(|news| News {
            listing: known.listing,
            news,
            title: home.title.clone(),
            price,
        }));
        words.extend(home.words());
        changed.push(home);
    }
    counts.added += i64::try_from(added.len()).unwrap_or(i64::MAX);
    counts.changed += i64::try_from(changed.len()).unwrap_or(i64::MAX);
    counts.unchanged += i64::try_from(unchanged.len()).unwrap_or(i64::MAX);
    imported::seen(tx, taken, &unchanged, now).await?;
    let words: Vec<String> = words.into_iter().collect();
    word::keep(tx, taken.organisation, &words).await?;
    imported::recognise(tx, taken, &mut changed).await?;
    imported::update(tx, taken, &changed, now).await?;
    imported::recognise(tx, taken, &mut added).await?;
    let numbers = imported::insert(tx, taken, &added, now).await?;
    let numbers: HashMap<&str, ListingId> = numbers
        .iter()
        .map(|(listing, key)| (key.as_str(), *listing))
        .collect();
    for home in &added {
        let Some(listing) = numbers.get(home.external_key.as_str()) else {
            return Err(Error::internal("a home that was added has no number"));
        };
        let price = home.price_pence.map(Money::gbp);
        let past = home.history.iter().filter(|point| point.from <= today);
        let past: Vec<&PricePoint> = past.collect();
        let is_told = past.last().is_some_and(|last| last.price == price);
        prices.extend(past.into_iter().map(|point| (*listing, point.clone())));
        if !is_told {
            prices.push((*listing, PricePoint { from: today, price }));
        }
    }
    imported::price(tx, taken, &prices).await?;
    let ids: Vec<i64> = numbers.values().map(|listing| listing.get()).collect();
    tell_matches(tx, taken, &ids).await?;
    Ok(news)
}

/// Withdraws homes that are no longer for sale, and keeps rents.
async fn others(
    tx: &mut Tx,
    taken: &Taken,
    others: Vec<(String, Option<Rent>)>,
    known: &HashMap<&str, &StoredHome>,
    counts: &mut Counts,
    now: DateTime<Utc>,
) -> Result<Vec<News>, Error> {
    let (mut withdrawn, mut rents) = (Vec::new(), Vec::new());
    for (key, rent) in others {
        let listed = known.get(key.as_str()).filter(|known| !known.withdrawn);
        if let Some(known) = listed {
            withdrawn.push((*known).clone());
        } else if rent.is_none() {
            counts.unchanged += 1;
        }
        if let Some(rent) = rent {
            rents.push((rent, listed.is_some()));
        }
    }
    // One row counts once.
    let twice = rents.iter().filter(|(_, withdrawn)| *withdrawn).count();
    let rents: Vec<Rent> = rents.into_iter().map(|(rent, _)| rent).collect();
    let kept = rent::keep(tx, taken, &rents, now).await?;
    let rows = i64::try_from(rents.len() - twice).unwrap_or(i64::MAX);
    let added = kept.added.min(rows);
    let changed = kept.changed.min(rows - added);
    counts.added += added;
    counts.changed += changed;
    counts.unchanged += rows - added - changed;
    counts.withdrawn += i64::try_from(withdrawn.len()).unwrap_or(i64::MAX);
    withdraw(tx, taken, withdrawn, now).await
}

/// Withdraws homes. What is to be told of it comes back.
pub(super) async fn withdraw(
    tx: &mut Tx,
    taken: &Taken,
    homes: Vec<StoredHome>,
    now: DateTime<Utc>,
) -> Result<Vec<News>, Error> {
    let ids: Vec<i64> = homes.iter().map(|home| home.listing.get()).collect();
    imported::withdraw(tx, taken, &ids, now).await?;
    let news = homes.into_iter().map(|home| News {
        listing: home.listing,
        news: WatchedNews::Withdrawn,
        title: home.title,
        price: home.price,
    });
    Ok(news.collect())
}

/// Tells whoever watches the listings.
pub(super) async fn tell(tx: &mut Tx, news: &[News]) -> Result<(), Error> {
    if news.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = news.iter().map(|one| one.listing.get()).collect();
    let watchers = watch::watchers(tx, &ids).await?;
    let of_listing: HashMap<ListingId, &News> = news.iter().map(|one| (one.listing, one)).collect();
    let versions = watch::versions(tx, &watchers).await?;
    let told: Vec<_> = versions
        .into_iter()
        .filter_map(|(watcher, version)| {
            let news = of_listing.get(&watcher.listing)?;
            let (title, price) = (&news.title, news.price);
            Some(events::watched_changed(
                watcher, version, news.news, title, price,
            ))
        })
        .collect();
    outbox::append_all(tx, &told).await?;
    Ok(())
}

/// Tells whose saved searches find new listings.
async fn tell_matches(tx: &mut Tx, taken: &Taken, added: &[i64]) -> Result<(), Error> {
    let matches = watch::matches(tx, taken, added).await?;
    let watchers: Vec<_> = matches.iter().map(|found| found.watcher).collect();
    let versions: HashMap<_, _> = watch::versions(tx, &watchers).await?.into_iter().collect();
    let told: Vec<_> = matches
        .iter()
        .filter_map(|found| {
            let version = versions.get(&found.watcher)?;
            let news = WatchedNews::NewMatch(found.search);
            Some(events::watched_changed(
                found.watcher,
                *version,
                news,
                &found.title,
                found.price,
            ))
        })
        .collect();
    outbox::append_all(tx, &told).await?;
    Ok(())
}
