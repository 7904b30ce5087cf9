//! Cost of a prediction, in process.

use std::hint::black_box;
use std::time::Instant;

use grow_domain::District;
use grow_domain::farmer::Npk;
use grow_domain::land::LandTable;
use grow_domain::soil_climate::Predictor;

use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::{Runs, millis, number};

/// Number of repetitions.
const TIMES_OVER: usize = 20;

pub(super) fn measure(setting: &Setting) -> Section {
    let [mut alone, mut reasoned] = [Runs::default(), Runs::default()];
    for _ in 0..setting.extent.runs {
        let predictor = Predictor::of(LandTable::shipped());
        alone.0.push(each_district(|district| {
            black_box(predictor.predict(district, Npk::default()));
        }));
        reasoned.0.push(each_district(|district| {
            black_box(predictor.recommended(&predictor.predict(district, Npk::default())));
        }));
    }
    Section {
        title: "The land table: a prediction",
        figures: vec![
            Figure::alone("one prediction", Unit::Millis, Target::Under(0.05), &alone),
            Figure::alone("one prediction with own district and reasons", Unit::Millis, Target::Under(0.06), &reasoned),
        ],
        remarks: Vec::new(),
    }
}

/// Returns the time of `predict` in milliseconds: the mean over the districts and repetitions.
fn each_district(predict: impl Fn(District)) -> f64 {
    let predict_all = || District::all().for_each(|district| predict(black_box(district)));
    // Excludes reading the districts.
    predict_all();
    let started = Instant::now();
    (0..TIMES_OVER).for_each(|_| predict_all());
    millis(started.elapsed()) / number(District::all().len() * TIMES_OVER)
}
