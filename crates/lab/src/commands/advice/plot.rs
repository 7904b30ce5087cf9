//! Line charts as SVG, readable on light and on dark paper.

use std::fmt::Write;

pub(super) struct Line {
    /// Its name, written at its end.
    pub(super) name: &'static str,
    /// Points from left to right.
    pub(super) points: Vec<(f64, f64)>,
}

/// A chart over the part of the land that follows advice.
pub(super) struct Chart {
    /// What it shows.
    pub(super) title: &'static str,
    /// Upper end of the vertical axis.
    pub(super) top: f64,
    /// Distance of its grid lines.
    pub(super) grid: f64,
    pub(super) digits: usize,
    pub(super) lines: Vec<Line>,
}

/// Size of the chart, and the frame of its plot: left, top, right, bottom.
const SIZE: (f64, f64) = (680.0, 360.0);
const FRAME: (f64, f64, f64, f64) = (56.0, 44.0, 560.0, 310.0);

/// Styles of the lines, in their order. Dashes tell them apart without colour.
const STYLE: &str = "text{font:14px system-ui,sans-serif;fill:#3a2a1d}.grid{stroke:#3a2a1d33}\
    path{fill:none;stroke-width:2.5}\
    .l0{stroke:#7a6a5d;stroke-dasharray:2 4}.l1{stroke:#c98a00;stroke-dasharray:9 4}\
    .l2{stroke:#1d5f85;stroke-dasharray:5 3}.l3{stroke:#a04a3a;stroke-dasharray:10 3 2 3}.l4{stroke:#1f5d3a;stroke-width:4}\
    @media (prefers-color-scheme:dark){text{fill:#f3ead8}.grid{stroke:#f3ead833}.l0{stroke:#b8a99a}.l1{stroke:#f0b63a}\
    .l2{stroke:#6db3dc}.l3{stroke:#e08a78}.l4{stroke:#5fc48d}}";

impl Chart {
    /// The chart as the text of an SVG file.
    pub(super) fn svg(&self) -> String {
        let (width, height) = SIZE;
        let (left, top, right, bottom) = FRAME;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>{STYLE}</style>\n<text x=\"{left}\" y=\"24\">{title}</text>\n",
            title = self.title
        );
        let mut grid = 0.0;
        while grid <= self.top * 1.001 {
            let y = self.y(grid);
            let label = format!("{grid:.*}", self.digits);
            write_line(
                &mut svg,
                &format!(
                    "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                     <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                    left - 8.0,
                    y + 5.0
                ),
            );
            grid += self.grid;
        }
        for percent in [0, 20, 40, 60, 80, 100] {
            let x = x(f64::from(percent) / 100.0);
            let y = bottom + 22.0;
            write_line(&mut svg, &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{percent} %</text>"));
        }
        let middle = f64::midpoint(left, right);
        let foot = bottom + 42.0;
        write_line(
            &mut svg,
            &format!("<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">land that follows advice</text>"),
        );
        for (number, line) in self.lines.iter().enumerate() {
            self.draw(&mut svg, number, line);
        }
        self.name_lines(&mut svg, top);
        svg.push_str("</svg>\n");
        svg
    }

    fn y(&self, value: f64) -> f64 {
        let (_, top, _, bottom) = FRAME;
        bottom - (value / self.top).clamp(0.0, 1.0) * (bottom - top)
    }

    /// A line, cut off where it leaves the chart.
    fn draw(&self, svg: &mut String, number: usize, line: &Line) {
        let mut path = String::new();
        let mut command = 'M';
        for pair in line.points.windows(2) {
            let [(x0, y0), (x1, y1)] = pair else { continue };
            if *y0 > self.top {
                break;
            }
            if command == 'M' {
                path = format!("M{:.1} {:.1}", x(*x0), self.y(*y0));
                command = 'L';
            }
            let part = if *y1 > self.top { (self.top - y0) / (y1 - y0) } else { 1.0 };
            path = format!("{path}{command}{:.1} {:.1}", x(x0 + part * (x1 - x0)), self.y(y0 + part * (y1 - y0)));
        }
        write_line(svg, &format!("<path class=\"l{number}\" d=\"{path}\"/>"));
    }

    /// Names beside the chart, each with a piece of its line.
    fn name_lines(&self, svg: &mut String, top: f64) {
        let (_, _, right, _) = FRAME;
        let (from, to) = (right + 14.0, right + 46.0);
        let mut y = top + 10.0;
        for (number, line) in self.lines.iter().enumerate() {
            let (text, base) = (to + 8.0, y + 5.0);
            write_line(
                svg,
                &format!(
                    "<path class=\"l{number}\" d=\"M{from} {y}L{to} {y}\"/><text x=\"{text}\" y=\"{base}\">{}</text>",
                    line.name
                ),
            );
            y += 24.0;
        }
    }
}

/// Horizontal position of a part of the land.
fn x(part: f64) -> f64 {
    let (left, _, right, _) = FRAME;
    left + part * (right - left)
}

fn write_line(svg: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{line}");
}
