//! Connecting to addresses that somebody outside chose: none of them may lead inside.
//!
//! Names are judged where the connection is made, so that a name which answers differently the second time reaches nothing either. The
//! client never asks its resolver for an address in digits: those are judged before, with [`digits`].

mod address;

use std::{net::IpAddr, sync::Arc, time::Duration};

pub use address::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// The decision whether a host may be connected to at an address.
pub type Judge = Arc<dyn Fn(&str, IpAddr) -> bool + Send + Sync>;

/// A client that connects only where `judge` allows it. It follows no redirect and no proxy; `patience` is how long the other side may
/// take to answer, and between two pieces.
pub fn client(judge: Judge, patience: Duration) -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .dns_resolver(Arc::new(Resolver { judge }))
        .connect_timeout(patience)
        .read_timeout(patience)
}

/// The address that stands in `url` itself; `None` for a name.
#[must_use]
pub fn digits(url: &Url) -> Option<IpAddr> {
    match url.host() {
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        Some(Host::Domain(_)) | None => None,
    }
}

/// Gives only those addresses of a name that may be connected to.
struct Resolver {
    judge: Judge,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let judge = self.judge.clone();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<_> = found
                .filter(|address| judge(name.as_str(), address.ip()))
                .collect();
            if allowed.is_empty() {
                return Err("its host is not on the internet".into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}
