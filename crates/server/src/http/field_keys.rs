//! Keys of what a farmer says of their field.

use crate::schema::schema_of;
use grow_domain::farmer::SoilTest;
use grow_domain::{Soil, Water};

schema_of! {
    /// Whether a field can be watered: all season, once or twice, or not at all.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum WaterKey of Water {
        AllSeason,
        OnceOrTwice,
        RainOnly,
    }
}

schema_of! {
    /// Kind of soil: light (sandy), medium (loam), heavy (clay, black soil); clay that cracks, land that water stands on
    /// after rain, and loose sand.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum SoilKey of Soil {
        Light,
        Medium,
        Heavy,
        HeavyClay,
        Waterlogged,
        LooseSand,
    }
}

schema_of! {
    /// Whether the soil of a field is tested.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum SoilTestKey of SoilTest {
        Tested,
        NotTested,
    }
}
