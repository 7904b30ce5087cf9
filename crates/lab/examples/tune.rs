use grow_lab::simulation::*;
use grow_domain::advice::*;
fn main() {
    let world = World::of_reference();
    let n: usize = world_size(&world);
    println!("places {n}");
    let seeds: Vec<u64> = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap()).to_string().parse::<u64>().map(|k| (1..=k).collect()).unwrap();
    let only = std::env::args().nth(2);
    let base = |a: f64, s: u64, e: f64| Scenario { figures_error: e, ..Scenario::new(Policy::Prices, a, 0.5, s) };
    let og = |m: f64, w: f64| Some(OwnGood { midpoint: m, width: w });
    let mut variants: Vec<(String, Box<dyn Fn(f64, u64, f64) -> Scenario + Sync>)> = vec![
        ("habit".into(), Box::new(move |a, s, e| Scenario { policy: Policy::Habit, ..base(a, s, e) })),
        ("need".into(), Box::new(move |a, s, e| Scenario { policy: Policy::Need, ..base(a, s, e) })),
        ("share".into(), Box::new(move |a, s, e| Scenario { policy: Policy::Share, ..base(a, s, e) })),
        ("suited".into(), Box::new(move |a, s, e| Scenario { policy: Policy::Suited, ..base(a, s, e) })),
        ("chosen".into(), Box::new(base)),
    ];
    for (name, st) in [("20 gate norule", Stiffness::Same(20.0)), ("10 gate norule", Stiffness::Same(10.0))] {
        variants.push((name.into(), Box::new(move |a, s, e| { let mut x = base(a, s, e); x.settings.stiffness = st; x.settings.own_good = None; x.has_gate = true; x })));
    }
    for st in [3.0, 5.0, 9.0, 20.0] {
        variants.push((format!("same {st} norule"), Box::new(move |a, s, e| { let mut x = base(a, s, e); x.settings.stiffness = Stiffness::Same(st); x.settings.own_good = None; x })));
    }
    variants.push(("byerr norule".into(), Box::new(move |a, s, e| { let mut x = base(a, s, e); x.settings.own_good = None; x })));
    for (m, w) in [(0.5, 0.05), (0.5, 0.2), (0.6, 0.1), (0.7, 0.1), (0.6, 0.05), (0.8, 0.1)] {
        variants.push((format!("rule {m} {w}"), Box::new(move |a, s, e| { let mut x = base(a, s, e); x.settings.own_good = og(m, w); x })));
    }
    for st in [[9.0,5.0,3.0],[7.0,4.0,2.0],[5.0,3.0,2.0],[4.0,4.0,4.0]] {
        variants.push((format!("st {st:?}"), Box::new(move |a, s, e| { let mut x = base(a, s, e); x.settings.stiffness = Stiffness::ByError(st); x })));
    }
    for (name, v) in &variants {
        if only.as_ref().is_some_and(|o| !o.split(',').any(|o| name.contains(o))) { continue; }
        for e in [0.0, 10.0] {
            if e > 0.0 && (name == "habit" || name == "share" || name == "suited") { continue; }
            print!("{name:18} e{e:3}: ");
            for a in [0.1, 0.3, 1.0] {
                let t = std::time::Instant::now();
                let outs: Vec<Outcome> = std::thread::scope(|sc| { let hs: Vec<_> = seeds.iter().map(|s| { let w = &world; sc.spawn(move || run(w, &v(a, *s, e))) }).collect(); hs.into_iter().map(|h| h.join().unwrap()).collect() });
                let o = Outcome::mean(&outs);
                print!("| {:.3} g{:4.1} net {:.3} lose {:4.1} alone {:4.1}/{:4.1} poor {:4.1} ", o.imbalance, o.gluts_percent, o.net_followers_over_others, o.losing_percent, o.losing_alone_percent, o.others_losing_alone_percent, o.poor_draws_percent);
                if a > 0.9 { print!(" {:?}", t.elapsed()); }
            }
            println!();
        }
    }
}
fn world_size(_: &World) -> usize { 0 }
