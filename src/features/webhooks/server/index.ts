// What other slices use of webhooks: whoever has something to tell calls this in its transaction.
export { tellWebhooks } from './telling.ts'
