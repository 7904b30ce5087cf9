export { BarChart } from './bar-chart';
export { Pie } from './pie';
