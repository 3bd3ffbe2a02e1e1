-- Crosspoint's database and its two roles in your own PostgreSQL (15 or newer). Run once, as its superuser:
--
--   CROSSPOINT_OWNER_PASSWORD=… CROSSPOINT_APP_PASSWORD=… psql --file roles.sql postgres
--
-- crosspoint_owner owns the tables and migrates them (MIGRATION_DATABASE_URL). The pages, the gateway and the
-- worker connect as crosspoint_app (DATABASE_URL): it reads and writes rows, and can alter neither the audit nor any table.
\set ON_ERROR_STOP on
\getenv owner_password CROSSPOINT_OWNER_PASSWORD
\getenv app_password CROSSPOINT_APP_PASSWORD
CREATE ROLE crosspoint_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE crosspoint_app LOGIN PASSWORD :'app_password';
CREATE DATABASE crosspoint OWNER crosspoint_owner;
REVOKE ALL ON DATABASE crosspoint FROM PUBLIC;
GRANT CONNECT ON DATABASE crosspoint TO crosspoint_app;
