/** Whether the farmer has asked the browser to save data. */
export const isSparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
