-- When the person last asked for a link that confirms an e-mail address; null once it was used, or the e-mails were ended. An older link is
-- refused. A row with nothing else waits for the link to be pressed.

alter table letter_readers add column mail_asked_at timestamptz;
