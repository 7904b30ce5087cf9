use grow_domain::suitability::shipped;
use grow_simulation::*;
fn main() {
    let world = World::of_reference(shipped());
    let t = std::time::Instant::now();
    let mut n = 0;
    let a: Vec<f64> = vec![0.1, 0.2, 0.3, 0.6, 1.0];
    let show = |name: &str, f: &dyn Fn(f64) -> Scenario, n: &mut u32| {
        let mut line = format!("{name:<34}");
        for a in &a {
            let o: Vec<_> = (1..=3)
                .map(|seed| {
                    *n += 1;
                    run(&world, &Scenario { seed, ..f(*a) })
                })
                .collect();
            let o = Outcome::mean(&o);
            line += &format!(
                " | {:.3} {:4.1} {:4.1} {:.2} {:.2}",
                o.imbalance, o.gluts_percent, o.shortages_percent, o.price_sd, o.income_followers_over_others
            );
        }
        println!("{line}");
    };
    let base = |p, a| Scenario::new(p, a, 0.5, 1);
    for p in Policy::ALL {
        show(p.key(), &|a| base(p, a), &mut n);
    }
    for r in [0.1, 0.9] {
        for fr in [0.0, 0.1] {
            show(
                &format!("need r{r} f{fr}"),
                &|a| Scenario { recorded: r, false_records: fr, ..base(Policy::Need, a) },
                &mut n,
            );
            show(
                &format!("prices r{r} f{fr}"),
                &|a| Scenario { recorded: r, false_records: fr, ..base(Policy::Prices, a) },
                &mut n,
            );
        }
    }
    for fig in [Figures::Unseparated, Figures::WithoutLandToCome] {
        show(&format!("{fig:?}"), &|a| Scenario { figures: fig, ..base(Policy::Prices, a) }, &mut n);
    }
    for st in [5.0, 10.0, 40.0, 80.0] {
        show(
            &format!("stiff {st}"),
            &|a| {
                let mut s = base(Policy::Prices, a);
                s.settings.stiffness = st;
                s
            },
            &mut n,
        );
    }
    for b in [0.0, 0.25, 1.0] {
        show(
            &format!("b {b}"),
            &|a| {
                let mut s = base(Policy::Prices, a);
                s.settings.exponent = b;
                s
            },
            &mut n,
        );
    }
    for (l, h) in [(-1.5, 3.0), (-8.0, 8.0)] {
        show(
            &format!("bounds {l} {h}"),
            &|a| {
                let mut s = base(Policy::Prices, a);
                s.settings.lowest = l;
                s.settings.highest = h;
                s
            },
            &mut n,
        );
    }
    show("yields of range", &|a| Scenario { yields_of_range: true, ..base(Policy::Prices, a) }, &mut n);
    show("need, yields of range", &|a| Scenario { yields_of_range: true, ..base(Policy::Need, a) }, &mut n);
    for m in [0.5, 2.0] {
        show(&format!("misjudged {m}"), &|a| Scenario { misjudged: m, ..base(Policy::Prices, a) }, &mut n);
    }
    eprintln!("{n} runs, {:?}", t.elapsed());
}
