export { ask, refusal } from './ask';
export { NoticeDialog } from './notice-dialog';
export { consentSentences } from './sentences';
