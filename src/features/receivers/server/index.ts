// What alarms and subscriptions use of the receivers.
export { type ReceiverKind, receiverTakes } from '../contract.ts'
export { deliveriesOf, deliveryCounts } from './deliveries.ts'
export { mailProblem, tryMailServer } from './mail/smtp.ts'
export type { Message } from './message.ts'
export { type MessageOrder, type SendingStore, sendMessage } from './sending.ts'
export { holdReceivers } from './service.ts'
export { jsonShown, shownBy } from './shown.ts'
export { type ReceiverUse, tellReceiverUses } from './uses.ts'
