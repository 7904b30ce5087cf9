/** One chunk for what is asked of a plan. */
export { DropDialog } from './drop-dialog';
export { PlanDialog } from './plan-dialog';
export { SownDialog } from './sown-dialog';
