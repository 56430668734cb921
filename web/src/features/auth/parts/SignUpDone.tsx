import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { AuthPage, Form } from './AuthPage'
import { CodeBox } from './CodeBox'
import { signUp } from '../signUp.messages'

/** After sign-up: where the mail went, or the code itself where none can be sent. */
export function SignUpDone({ email, code }: { email: string; code: string | undefined }) {
  return (
    <AuthPage
      title={code === undefined ? signUp.checkTitle : signUp.codeTitle}
      lead={code === undefined ? signUp.checkText(email) : signUp.codeText}
    >
      <Form as="div">
        {code !== undefined && <CodeBox code={code} />}
        <Button component={Link} to={paths.manualVerify} variant="contained" size="large" fullWidth>
          {signUp.enterCode}
        </Button>
      </Form>
    </AuthPage>
  )
}
