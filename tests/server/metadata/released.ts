// Released migrations, with hashes of their statements. Changing one would make new installations differ from
// existing ones. Each release adds its own.
export const releasedMigrations: Record<string, { sqlite: string; postgres: string }> = {
  '0001-first-tables': { sqlite: 'b8e063ec5aa996e7', postgres: '9a5e992d0ea24780' },
  '0002-sql-workspace': { sqlite: '87f4f0963469918f', postgres: 'ea6d35415ffeb0b5' },
  '0003-temporary-games': { sqlite: 'b58b6ce14e79cad6', postgres: 'b58b6ce14e79cad6' },
  '0004-reports': { sqlite: '211452225cc16289', postgres: 'b25137bba316495c' },
  '0005-report-editors': { sqlite: '66006cbee52cc344', postgres: '66006cbee52cc344' },
}
