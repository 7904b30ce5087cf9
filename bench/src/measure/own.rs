//! The farmer's own record and ten sowings, with a connection for each farmer.

use std::time::Duration;

use anyhow::Result;

use crate::farmers::{RECORD, TEN_SOWINGS, read};
use crate::load::{self, CONNECTIONS, Loads, Outcome, Reads};
use crate::process::Server;
use crate::report::{Section, Target};
use crate::setting::Setting;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let asked = [
        ("own record", 1.25, vec![RECORD]),
        ("own ten sowings", 1.2, vec![TEN_SOWINGS]),
        ("both in turn", 1.25, vec![RECORD, TEN_SOWINGS]),
    ];
    let mut loads = asked.each_ref().map(|_| [Loads::default(), Loads::default()]);
    for _ in 0..setting.extent.runs {
        for ((_, _, paths), [bare, grow]) in asked.iter().zip(&mut loads) {
            bare.0.push(signed_in(&setting.bare, setting.extent.load, paths).await?);
            grow.0.push(signed_in(&setting.grow, setting.extent.load, paths).await?);
        }
    }
    let mut figures = Vec::new();
    for ((name, most, _), [bare, grow]) in asked.iter().zip(&loads) {
        figures.extend(grow.rows(name, Target::Beside, Target::TimesBare(*most), bare));
    }
    Ok(Section {
        title: "The farmer's own: GET /api/v1/me/profile and /api/v1/me/sowings?limit=10",
        figures,
        remarks: Vec::new(),
    })
}

/// Each reader requests these paths in turn.
pub(super) async fn signed_in(server: &Server, measured: Duration, paths: &[&str]) -> Result<Outcome> {
    let requests = |reader| paths.iter().map(|path| read(server.address, reader, path)).collect();
    let lanes = (0..CONNECTIONS).map(|reader| Reads::of(requests(reader))).collect();
    Ok(load::run(lanes, measured, server).await?.1)
}
