// What alarms, subscriptions and webhooks use of the receivers.
export { type ReceiverKind, receiverTakes } from '../contract.ts'
export { deliveriesOf, deliveryCounts } from './deliveries.ts'
export { maskedAddress } from './formats/masking.ts'
export type { Message } from './message.ts'
export { type MessageOrder, type SendingStore, sendMessage } from './sending.ts'
export { type ReceiverUse, tellReceiverUses } from './uses.ts'

// What is not needed at the start is loaded on first use.
export const showing = () => import('./shown.ts')
export const receiverService = () => import('./service.ts')
export const mailServer = () => import('./mail/smtp.ts')
export const addressing = () => import('./addresses.ts')
export const refusing = async () => ({
  ...(await import('./faults.ts')),
  ...(await import('./formats/answers.ts')),
})
