import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setting } from './lintel'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Reaches the database of a running installation the way the launcher's own commands do. */
const program = `
for part in say settings system postgres; do source "deploy/local/lib/$part.sh"; done
locate_state
reach_running_postgres
PGPASSWORD=$(<"$SECRETS/postgres.password") psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=email="$2" --username=lintel --dbname="lintel_$1"
`

/** Runs SQL beside the running installation, for what only months bring about, with an account's address as `:'email'`. */
function run(service: string, sql: string, email: string): void {
  const env = { ...process.env, LINTEL_STATE_DIR: setting('LINTEL_STATE_DIR') }
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', program, 'database', service, email], { cwd: root, env, input: sql, encoding: 'utf8' })
  if (status !== 0) throw new Error(`psql: ${stderr}`)
}

/** Makes the password of an account so many days old. */
export function agePassword(email: string, days: number): void {
  run('identity', `UPDATE users SET password_changed_at = now() - interval '${String(days)} days' WHERE email = :'email';`, email)
}
