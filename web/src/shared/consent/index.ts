export { ask, refusal } from './ask';
