/** A backup or a restore that can't go on; nothing was changed. */
export class BackupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupProblem'
  }
}
