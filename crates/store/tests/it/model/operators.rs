//! What operators do, and what befalls a database.

use super::reference::{Reference, email, region_of};
use super::rows::{Account, Decision, Kind, Sown};
use super::steps::{CROPS, Cell};
use grow_domain::calendar::season_of;
use grow_domain::crop_year::in_india;
use grow_domain::documents::DocumentSowing;
use grow_domain::market_price::{self, PriceFile, kept_from};
use grow_domain::regional::{Coverage, UsualLand};
use grow_domain::sowing::{FieldSize, Sowing};
use grow_domain::{Crop, CropYear, Email, SquareMetres};
use grow_store::{FarmerId, Imported};
use jiff::ToSpan;
use jiff::civil::Date;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use uuid::Uuid;

impl Reference {
    pub(super) fn import(&mut self, person: usize, version: usize) -> Imported {
        let before = self.documents.get(&person).copied();
        match before {
            Some((_, Decision::Kept)) => return Imported::Kept,
            Some((_, Decision::Erased)) => return Imported::Erased,
            Some((same, Decision::Waiting)) if same == version => return Imported::Unchanged,
            Some((_, Decision::Waiting)) => {}
            None => {
                let (kind, home, holder) =
                    (Kind::Imported, Some(region_of(Some(IMPORTED_HOME))), Account::of(person, FarmerId(self.id())));
                self.accounts.push(Account { kind, home, is_holder: true, has_rows: true, ..holder });
            }
        }
        self.documents.insert(person, (version, Decision::Waiting));
        let holder = self.holder(person).unwrap();
        let (now, farmer, region, mut numbers) = (self.now, holder.id, holder.region(), BTreeMap::new());
        let wanted: Vec<_> = document(version)
            .into_iter()
            .map(|sowing| {
                let number = numbers.entry(sowing).or_default();
                *number += 1;
                (sowing, imported_key(person, &sowing, *number))
            })
            .collect();
        self.sowings.retain(|sown| sown.farmer != farmer || wanted.iter().any(|(_, (key, _))| *key == sown.key));
        for (DocumentSowing { sown_at, crop, field_size, expected_yield }, (key, id)) in wanted {
            if !self.sowings.iter().any(|sown| sown.farmer == farmer && sown.key == key) {
                let field_size = FieldSize::stored(field_size, None).unwrap();
                let sowing = Sowing {
                    id,
                    crop,
                    field_size,
                    expected_yield,
                    sown_at,
                    counted: true,
                    region,
                    maturity: None,
                    closing: None,
                };
                let (request, came_at, withdrawn_at) = (None, now, None);
                self.sowings.push(Sown {
                    farmer,
                    key,
                    request,
                    sowing,
                    came_at,
                    withdrawn_at,
                    is_unreadable: false,
                    has_no_place: false,
                });
            }
        }
        if before.is_some() { Imported::Changed } else { Imported::Added }
    }

    pub(super) fn keep(&mut self, farmer: FarmerId, person: usize) -> Option<()> {
        let Account { id: holder, home, .. } = self.holder(person)?.clone();
        for sown in self.sowings.iter_mut().filter(|sown| sown.farmer == holder) {
            sown.farmer = farmer;
        }
        self.documents.get_mut(&person)?.1 = Decision::Kept;
        self.accounts.retain(|account| account.id != holder);
        let own = self.of(farmer);
        own.home = own.home.or(home);
        Some(())
    }

    /// Keeps a price, and those of the last three years. Returns how many are new, changed and deleted.
    pub(super) fn sell(&mut self, market: usize, days_ago: i64, modal: u32) -> (usize, usize, u64) {
        let today = in_india(self.now).date();
        let before = self.prices.len();
        self.prices.retain(|(day, _), _| *day >= kept_from(today));
        let deleted = before - self.prices.len();
        let old = self.prices.insert((today - days_ago.days(), market), modal);
        let is_changed = old.is_some_and(|old| old != modal);
        (usize::from(old.is_none()), usize::from(is_changed), deleted as u64)
    }

    pub(super) fn restate(&mut self, crop_year: CropYear) {
        let mut sown = BTreeMap::<_, SquareMetres>::new();
        let counts = |sown: &&Sown| sown.is_in_supply() && sown.sowing.crop_year() == crop_year && !sown.has_no_place;
        for Sown { sowing, .. } in self.sowings.iter().filter(counts) {
            let season = season_of(sowing.crop, sowing.region, sowing.sown_on());
            sown.entry((sowing.region, season)).or_default().0 += sowing.field_size.area().0;
        }
        let after = Coverage::new(&sown, &UsualLand::given(&self.figures, crop_year));
        let before = self.coverage.entry(crop_year).or_default();
        if !before.has_same_land(&after) {
            *before = after;
        }
    }

    /// The state of the backup, but for whom was erased since.
    pub(super) fn restore(&mut self, backup: Self) {
        let (now, serial) = (self.now, self.serial);
        let erased = std::mem::take(&mut self.erased);
        *self = Self { now, serial, backup: self.backup.take(), ..backup };
        self.erased.extend(erased);
        let is_back = |account: &&Account| account.kind != Kind::Closed && self.erased.contains(&account.id);
        let back: Vec<_> = self.accounts.iter().filter(is_back).map(|account| account.id).collect();
        for farmer in back {
            self.close(farmer);
        }
    }

    /// What cannot be read stays as it is stored, and no sum of its crop is known.
    pub(super) fn spoil(&mut self, cell: Cell) -> Option<()> {
        match cell {
            Cell::CropOfSowing(which) | Cell::RegionOfSowing(which) | Cell::MaturityOfSowing(which) => {
                let (id, crop) = self.sowing(which).map(|sown| (sown.sowing.id, sown.sowing.crop))?;
                let has_no_place = !matches!(cell, Cell::MaturityOfSowing(_));
                let sown = self.sown(id);
                (sown.is_unreadable, sown.has_no_place) = (true, has_no_place);
                self.unknown.extend(has_no_place.then_some(crop));
            }
            Cell::CropOfPlan(which) => {
                let id = self.plan(which)?.plan.id;
                let planned = self.plans.iter_mut().find(|planned| planned.plan.id == id)?;
                planned.is_unreadable = true;
                self.unknown.insert(planned.plan.crop);
            }
            Cell::District(person) => {
                let farmer = self.account(person).filter(|account| account.home.is_some())?.id;
                self.unreadable.insert(farmer);
            }
        }
        Some(())
    }
}

/// A file of what maize was sold for at a market, some days ago.
pub(super) fn price_file(today: Date, market: usize, days_ago: i64, modal: u32) -> PriceFile {
    let day = today - days_ago.days();
    let header = "State,District,Market,Commodity,Arrival_Date,Min_Price,Max_Price,Modal_Price";
    let text = format!("{header}\nKerala,Palakkad,{},Maize,{day},1000,3000,{modal}\n", MARKETS[market]);
    market_price::parse(&text, today).unwrap()
}

/// Names of markets.
pub(super) const MARKETS: [&str; 2] = ["Alathur", "Chittur"];

/// The district of imported records.
pub(super) const IMPORTED_HOME: &str = "tn-madurai";

/// The sowings of a version of a person's documents.
pub(super) fn document(version: usize) -> Vec<DocumentSowing> {
    let sowing = |crop: Crop, area, sown_at: &str| DocumentSowing {
        sown_at: sown_at.parse().unwrap(),
        crop,
        field_size: SquareMetres(area),
        expected_yield: crop.expected_yield(SquareMetres(area)),
    };
    let (spring, may) =
        (sowing(CROPS[0], 12_500, "2025-04-10T06:00:00Z"), sowing(CROPS[1], 9_000, "2025-05-05T06:00:00Z"));
    [vec![spring], vec![spring, may], vec![may], vec![spring, spring]][version].clone()
}

/// The key and the id of an imported sowing: the `number`th of its kind.
fn imported_key(person: usize, sowing: &DocumentSowing, number: i64) -> (String, Uuid) {
    let mut hash = Sha256::new();
    hash.update(email(person));
    hash.update(sowing.crop.key());
    for number in [sowing.sown_at.as_microsecond(), sowing.field_size.0, sowing.expected_yield.0, number] {
        hash.update(number.to_le_bytes());
    }
    let hash = hash.finalize();
    let millis = sowing.sown_at.as_millisecond().unsigned_abs();
    let id = uuid::Builder::from_unix_timestamp_millis(millis, hash[..10].try_into().unwrap()).into_uuid();
    (hash[..16].iter().fold("imported-".to_owned(), |key, byte| format!("{key}{byte:02x}")), id)
}

/// The e-mail of a person as a key of documents.
pub(super) fn document_key(person: usize) -> Email {
    Email::parse(&email(person)).unwrap()
}
