-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "schedule_state" AS ENUM ('active', 'paused', 'ended');

-- CreateEnum
CREATE TYPE "point_state" AS ENUM ('running', 'complete', 'interrupted', 'failed', 'skipped');

-- CreateEnum
CREATE TYPE "point_purpose" AS ENUM ('measure', 'precondition');

-- CreateEnum
CREATE TYPE "io_direction" AS ENUM ('read', 'write');

-- CreateEnum
CREATE TYPE "run_origin" AS ENUM ('agent', 'import', 'export');

-- CreateEnum
CREATE TYPE "run_state" AS ENUM ('queued', 'requested', 'running', 'complete', 'cancelled', 'failed', 'interrupted', 'declined');

-- CreateEnum
CREATE TYPE "run_moment" AS ENUM ('before', 'after');

-- CreateEnum
CREATE TYPE "self_test_outcome" AS ENUM ('passed', 'failed', 'skipped', 'unfinished');

-- CreateEnum
CREATE TYPE "self_test_kind" AS ENUM ('short', 'extended');

-- CreateEnum
CREATE TYPE "drive_lifecycle" AS ENUM ('inService', 'spare', 'retired', 'replaced', 'merged');

-- CreateEnum
CREATE TYPE "volume_state" AS ENUM ('clean', 'degraded', 'resyncing', 'inactive');

-- CreateEnum
CREATE TYPE "command_state" AS ENUM ('pending', 'accepted', 'declined', 'succeeded', 'failed', 'interrupted', 'expired');

-- CreateEnum
CREATE TYPE "group_kind" AS ENUM ('drives', 'hosts');

-- CreateEnum
CREATE TYPE "merge_state" AS ENUM ('merging', 'merged', 'unmerging', 'unmerged');

-- CreateEnum
CREATE TYPE "maintenance_scope" AS ENUM ('drive', 'host', 'group', 'fleet');

-- CreateTable
CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'viewer',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_link" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_link" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" TEXT,
    "actor_label" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "command_id" UUID,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_schedule" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "plan_name" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "saved_plan_id" UUID,
    "saved_plan_version" INTEGER,
    "targets" JSONB NOT NULL,
    "rhythm" JSONB NOT NULL,
    "parallel_on_host" BOOLEAN NOT NULL DEFAULT false,
    "start_together" BOOLEAN NOT NULL DEFAULT false,
    "state" "schedule_state" NOT NULL DEFAULT 'active',
    "next_due_at" TIMESTAMPTZ(3),
    "fired_at" TIMESTAMPTZ(3),
    "missed_at" TIMESTAMPTZ(3),
    "missed_reason" TEXT,
    "missed_count" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_plan" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "latest_version" INTEGER NOT NULL,
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_plan_version" (
    "plan_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "points_planned" INTEGER NOT NULL,
    "planned_seconds" DOUBLE PRECISION NOT NULL,
    "note" TEXT NOT NULL,
    "saved_by_id" TEXT,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_plan_version_pkey" PRIMARY KEY ("plan_id","version")
);

-- CreateTable
CREATE TABLE "benchmark_point" (
    "run_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "step_path" SMALLINT[],
    "round" INTEGER,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "raised" JSONB,
    "spec" JSONB NOT NULL,
    "purpose" "point_purpose" NOT NULL DEFAULT 'measure',
    "workload_key" TEXT NOT NULL,
    "state" "point_state" NOT NULL,
    "reason" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "elapsed_ns" BIGINT,
    "environment" JSONB,
    "cpu_user_ns" BIGINT,
    "cpu_system_ns" BIGINT,
    "voluntary_context_switches" BIGINT,
    "involuntary_context_switches" BIGINT,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "littles_law" JSONB,
    "verification" JSONB,
    "slices" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "benchmark_point_pkey" PRIMARY KEY ("run_id","sequence")
);

-- CreateTable
CREATE TABLE "database_point" (
    "run_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "step_path" SMALLINT[],
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "spec" JSONB NOT NULL,
    "key" TEXT NOT NULL,
    "state" "point_state" NOT NULL,
    "reason" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "elapsed_ns" BIGINT,
    "environment" JSONB,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "transactions" BIGINT,
    "failed" BIGINT,
    "transactions_per_second" DOUBLE PRECISION,
    "latency_ns_min" BIGINT,
    "latency_ns_mean" DOUBLE PRECISION,
    "latency_ns_stddev" DOUBLE PRECISION,
    "latency_ns_max" BIGINT,
    "latency_ns_p50" BIGINT,
    "latency_ns_p90" BIGINT,
    "latency_ns_p99" BIGINT,
    "latency_ns_p999" BIGINT,
    "latency_ns_p9999" BIGINT,
    "latency_ns_p99999" BIGINT,
    "histogram" BYTEA,
    "interval_seconds" INTEGER,
    "timeline" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "database_point_pkey" PRIMARY KEY ("run_id","sequence")
);

-- CreateTable
CREATE TABLE "imported_point" (
    "run_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "read_histogram" BYTEA,
    "write_histogram" BYTEA,

    CONSTRAINT "imported_point_pkey" PRIMARY KEY ("run_id","sequence")
);

-- CreateTable
CREATE TABLE "point_direction" (
    "run_id" UUID NOT NULL,
    "point_sequence" INTEGER NOT NULL,
    "direction" "io_direction" NOT NULL,
    "operations" BIGINT NOT NULL,
    "bytes" DECIMAL(39,0) NOT NULL,
    "iops" DOUBLE PRECISION NOT NULL,
    "bytes_per_second" DOUBLE PRECISION NOT NULL,
    "latency_ns_min" BIGINT,
    "latency_ns_mean" DOUBLE PRECISION,
    "latency_ns_stddev" DOUBLE PRECISION,
    "latency_ns_max" BIGINT,
    "latency_ns_p50" BIGINT,
    "latency_ns_p90" BIGINT,
    "latency_ns_p99" BIGINT,
    "latency_ns_p999" BIGINT,
    "latency_ns_p9999" BIGINT,
    "latency_ns_p99999" BIGINT,
    "histogram" BYTEA,

    CONSTRAINT "point_direction_pkey" PRIMARY KEY ("run_id","point_sequence","direction")
);

-- CreateTable
CREATE TABLE "point_second" (
    "run_id" UUID NOT NULL,
    "point_sequence" INTEGER NOT NULL,
    "ramp" BOOLEAN NOT NULL,
    "second" INTEGER NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "direction" "io_direction" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "elapsed_ns" BIGINT NOT NULL,
    "operations" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "latency_ns_mean" BIGINT,
    "latency_ns_p50" BIGINT,
    "latency_ns_p99" BIGINT,
    "latency_ns_max" BIGINT,
    "histogram" BYTEA,

    CONSTRAINT "point_second_pkey" PRIMARY KEY ("run_id","point_sequence","ramp","second","direction")
);

-- CreateTable
CREATE TABLE "benchmark_run" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "origin" "run_origin" NOT NULL DEFAULT 'agent',
    "host_id" UUID,
    "hostname" TEXT NOT NULL,
    "drive_id" UUID,
    "model" TEXT,
    "serial" TEXT,
    "nsid" BIGINT,
    "scratch_file_id" UUID,
    "volume_id" UUID,
    "volume" JSONB,
    "target_label" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "plan_name" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "points_planned" INTEGER NOT NULL,
    "points_finished" INTEGER NOT NULL DEFAULT 0,
    "state" "run_state" NOT NULL DEFAULT 'requested',
    "reason" TEXT,
    "command_id" UUID,
    "requested_by_id" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "planned_seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "planned_seconds_least" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rated" JSONB,
    "queue_place" INTEGER,
    "parallel_on_host" BOOLEAN NOT NULL DEFAULT false,
    "confirmed_serial" TEXT,
    "not_before" TIMESTAMPTZ(3),
    "batch_id" UUID,
    "note" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "seconds_thinned_at" TIMESTAMPTZ(3),

    CONSTRAINT "benchmark_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_run_drive" (
    "run_id" UUID NOT NULL,
    "drive_id" UUID NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "benchmark_run_drive_pkey" PRIMARY KEY ("run_id","drive_id")
);

-- CreateTable
CREATE TABLE "benchmark_batch" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "plan_name" TEXT NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3),
    "schedule_id" UUID,
    "requested_by_id" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_counters" (
    "run_id" UUID NOT NULL,
    "moment" "run_moment" NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "log" JSONB,
    "error_log" JSONB NOT NULL,
    "vendor_logs" JSONB NOT NULL,
    "problem" TEXT,
    "temperature_kelvin_max" INTEGER,
    "temperature_samples" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "run_counters_pkey" PRIMARY KEY ("run_id","moment")
);

-- CreateTable
CREATE TABLE "run_self_test" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "step_path" SMALLINT[],
    "test" "self_test_kind" NOT NULL,
    "outcome" "self_test_outcome" NOT NULL,
    "reason" TEXT,
    "result" JSONB,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "run_self_test_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateTable
CREATE TABLE "run_finding" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "step_path" SMALLINT[],
    "found" JSONB NOT NULL,

    CONSTRAINT "run_finding_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateTable
CREATE TABLE "run_import" (
    "run_id" UUID NOT NULL,
    "format" TEXT NOT NULL,
    "tool_name" TEXT NOT NULL,
    "tool_version" TEXT,
    "file_name" TEXT NOT NULL,
    "file_bytes" INTEGER NOT NULL,
    "file_sha256" TEXT NOT NULL,
    "for_drive" TEXT NOT NULL DEFAULT '',
    "refused" JSONB NOT NULL,
    "warnings" JSONB NOT NULL,

    CONSTRAINT "run_import_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "saved_comparison" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "query" TEXT NOT NULL,
    "owner_id" TEXT,
    "owner" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_comparison_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "comparison_share" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "query" TEXT NOT NULL,
    "compared" JSONB NOT NULL,
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "creator_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "opened" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),

    CONSTRAINT "comparison_share_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_view" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "owner_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "drive_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_action" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "request" JSONB NOT NULL,
    "requested_by_id" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "stopped_at" TIMESTAMPTZ(3),
    "stopped_by" TEXT,
    "batch_limit" INTEGER,
    "stalls" INTEGER NOT NULL DEFAULT 0,
    "stalled_since" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_action_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_action_drive" (
    "bulk_action_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "drive_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "outcome" TEXT,
    "reason" TEXT,
    "command_id" UUID,

    CONSTRAINT "bulk_action_drive_pkey" PRIMARY KEY ("bulk_action_id","place")
);

-- CreateTable
CREATE TABLE "fleet_summary" (
    "kind" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "fleet_summary_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "fleet_day" (
    "day" DATE NOT NULL,
    "verdict_rank" SMALLINT NOT NULL,
    "drives" INTEGER NOT NULL,

    CONSTRAINT "fleet_day_pkey" PRIMARY KEY ("day","verdict_rank")
);

-- CreateTable
CREATE TABLE "host" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "installation_id" UUID NOT NULL,
    "hostname" TEXT NOT NULL,
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "agent_key_hash" TEXT NOT NULL,
    "key_revoked_at" TIMESTAMPTZ(3),
    "agent_version" TEXT NOT NULL,
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "not_reporting_since" TIMESTAMPTZ(3),
    "clock_skew_ms" BIGINT,
    "environment" JSONB,
    "environment_at" TIMESTAMPTZ(3),
    "environment_sequence" BIGINT,
    "inventory_at" TIMESTAMPTZ(3),
    "inventory_sequence" BIGINT,
    "events_taken" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "rack" TEXT,
    "role" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gateway_pulse" (
    "id" SMALLINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "resumed_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "agent_builds" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "gateway_pulse_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "enrollment_token" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "token_hash" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "uses" INTEGER NOT NULL,
    "uses_left" INTEGER NOT NULL,
    "simulated" BOOLEAN NOT NULL DEFAULT false,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "enrollment_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "pci_vendor_id" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "serial" TEXT NOT NULL,
    "firmware" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "capacity_bytes" BIGINT,
    "controller" JSONB,
    "namespaces" JSONB NOT NULL DEFAULT '[]',
    "details" JSONB,
    "details_at" TIMESTAMPTZ(3),
    "details_host_id" UUID,
    "details_sequence" BIGINT,
    "lifecycle" "drive_lifecycle" NOT NULL DEFAULT 'inService',
    "lifecycle_since" TIMESTAMPTZ(3),
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "problem" JSONB,
    "problem_since" TIMESTAMPTZ(3),

    CONSTRAINT "drive_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_firmware_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "drive_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "previous" TEXT NOT NULL,
    "firmware" TEXT NOT NULL,
    "host_id" UUID,
    "hostname" TEXT NOT NULL,

    CONSTRAINT "drive_firmware_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_sighting" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "drive_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "controller_name" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "pci_address" TEXT,
    "numa_node" INTEGER,
    "link_speed" TEXT,
    "link_width" INTEGER,
    "max_link_speed" TEXT,
    "max_link_width" INTEGER,
    "slot" TEXT,
    "queues" JSONB,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "drive_sighting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_claim" (
    "drive_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "sequence" BIGINT,
    "observation" JSONB NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "dismissed_at" TIMESTAMPTZ(3),
    "dismissed_by" TEXT,

    CONSTRAINT "drive_claim_pkey" PRIMARY KEY ("drive_id","host_id")
);

-- CreateTable
CREATE TABLE "scratch_file" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "host_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "file_system" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "scratch_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "volume" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "host_id" UUID NOT NULL,
    "identity" TEXT NOT NULL,
    "has_uuid" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "chunk_bytes" BIGINT,
    "size_bytes" BIGINT NOT NULL,
    "logical_block_bytes" BIGINT,
    "state" "volume_state" NOT NULL,
    "unusable" TEXT,
    "in_use" JSONB NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "volume_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "volume_member" (
    "volume_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "drive_id" UUID NOT NULL,
    "nsid" BIGINT NOT NULL,
    "partition" INTEGER,
    "path" TEXT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "volume_member_pkey" PRIMARY KEY ("volume_id","position")
);

-- CreateTable
CREATE TABLE "command" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "host_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "drive_id" UUID,
    "upgrade_id" UUID,
    "state" "command_state" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "nvme_status" INTEGER,
    "progress" JSONB,
    "requested_by_id" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "command_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_upgrade" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "version" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "left_out" JSONB NOT NULL,

    CONSTRAINT "agent_upgrade_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removal" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "agent_key_hash" TEXT,
    "installation_id" UUID,
    "drive_ids" UUID[],
    "run_ids" UUID[],
    "drives_done" INTEGER NOT NULL DEFAULT 0,
    "runs_done" INTEGER NOT NULL DEFAULT 0,
    "samples_total" BIGINT NOT NULL,
    "samples_removed" BIGINT NOT NULL DEFAULT 0,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "removal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fleet_group" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" "group_kind" NOT NULL,
    "rule" JSONB,
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fleet_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group_member" (
    "group_id" UUID NOT NULL,
    "drive_id" UUID NOT NULL,

    CONSTRAINT "group_member_pkey" PRIMARY KEY ("group_id","drive_id")
);

-- CreateTable
CREATE TABLE "group_host" (
    "group_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,

    CONSTRAINT "group_host_pkey" PRIMARY KEY ("group_id","host_id")
);

-- CreateTable
CREATE TABLE "group_mark" (
    "id" BIGSERIAL NOT NULL,
    "drive_id" UUID,
    "host_id" UUID,

    CONSTRAINT "group_mark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_lifecycle_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "drive_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "lifecycle" "drive_lifecycle" NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "by" TEXT NOT NULL,
    "replaced_by_id" UUID,

    CONSTRAINT "drive_lifecycle_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_merge" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "away_id" UUID NOT NULL,
    "into_id" UUID NOT NULL,
    "state" "merge_state" NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "apart" JSONB NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "rows_total" BIGINT NOT NULL,
    "rows_moved" BIGINT NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "drive_merge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merged_item" (
    "merge_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "row" JSONB,

    CONSTRAINT "merged_item_pkey" PRIMARY KEY ("merge_id","kind","key")
);

-- CreateTable
CREATE TABLE "merged_time" (
    "merge_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "merged_time_pkey" PRIMARY KEY ("merge_id","kind","time")
);

-- CreateTable
CREATE TABLE "maintenance_window" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "scope" "maintenance_scope" NOT NULL,
    "group_id" UUID,
    "host_id" UUID,
    "drive_id" UUID,
    "zone" TEXT NOT NULL,
    "begins_at" TEXT NOT NULL,
    "duration_minutes" INTEGER NOT NULL,
    "recurrence" TEXT,
    "next_from" TIMESTAMPTZ(3),
    "next_until" TIMESTAMPTZ(3),
    "created_by_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "maintenance_window_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_condition" (
    "drive_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "severity" TEXT NOT NULL,
    "value" DECIMAL,
    "threshold" DECIMAL,
    "unit" TEXT,
    "within_hours" INTEGER,
    "total" DECIMAL,
    "clearing_since" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "acknowledged_until_value" DECIMAL,
    "acknowledged_severity" TEXT,
    "acknowledged_note" TEXT,
    "maintenance" TEXT,

    CONSTRAINT "drive_condition_pkey" PRIMARY KEY ("drive_id","rule","since")
);

-- CreateTable
CREATE TABLE "health_threshold" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "scope" TEXT NOT NULL,
    "scope_id" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "grades" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,
    "why" TEXT NOT NULL,

    CONSTRAINT "health_threshold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_wear" (
    "drive_id" UUID NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes_per_day_7" DOUBLE PRECISION,
    "bytes_per_day_30" DOUBLE PRECISION,
    "bytes_per_day_90" DOUBLE PRECISION,
    "dwpd_7" DOUBLE PRECISION,
    "dwpd_30" DOUBLE PRECISION,
    "dwpd_90" DOUBLE PRECISION,
    "write_amplification_7" DOUBLE PRECISION,
    "write_amplification_30" DOUBLE PRECISION,
    "limit_percent" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "basis" TEXT,
    "percent_per_day" DOUBLE PRECISION,
    "earliest_end" TIMESTAMPTZ(3),
    "likely_end" TIMESTAMPTZ(3),
    "latest_end" TIMESTAMPTZ(3),

    CONSTRAINT "drive_wear_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "drive_logs" (
    "drive_id" UUID NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,
    "host_id" UUID NOT NULL,
    "sequence" BIGINT,
    "logs" JSONB NOT NULL,
    "history" JSONB NOT NULL,
    "capacitor_percent" INTEGER,

    CONSTRAINT "drive_logs_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "firmware_advice" (
    "id" TEXT NOT NULL,
    "models" TEXT[],
    "bad" TEXT[],
    "fixed" TEXT,
    "impact" TEXT NOT NULL,
    "power_on_hours" INTEGER,
    "text" TEXT NOT NULL,
    "publisher" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "from_catalog" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "firmware_advice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_state" (
    "drive_id" UUID NOT NULL,
    "verdict_rank" SMALLINT NOT NULL,
    "has_conditions" BOOLEAN NOT NULL DEFAULT false,
    "look_again" BOOLEAN NOT NULL DEFAULT false,
    "verdict_since" TIMESTAMPTZ(3) NOT NULL,
    "host_id" UUID,
    "percentage_used" SMALLINT,
    "capacity_bytes" BIGINT,
    "power_on_hours" DECIMAL(39,0),
    "serial" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "firmware" TEXT NOT NULL,
    "hostname" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lifecycle" "drive_lifecycle" NOT NULL DEFAULT 'inService',
    "lifecycle_since" TIMESTAMPTZ(3),
    "host_since" TIMESTAMPTZ(3),
    "warning_temperature_kelvin" INTEGER,
    "critical_temperature_kelvin" INTEGER,
    "controller_name" TEXT,
    "product_name" TEXT,
    "problem_kind" TEXT,

    CONSTRAINT "drive_state_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "drive_reading" (
    "drive_id" UUID NOT NULL,
    "temperature_kelvin" INTEGER,
    "bytes_written" DECIMAL(45,0),
    "sampled_at" TIMESTAMPTZ(3),
    "sample_time" TIMESTAMPTZ(3),
    "sampled_host_id" UUID,
    "sampled_sequence" BIGINT,

    CONSTRAINT "drive_reading_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "drive_search" (
    "drive_id" UUID NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "drive_search_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "drive_count" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "delta" BIGINT NOT NULL,

    CONSTRAINT "drive_count_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "smart_sample" (
    "drive_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "host_id" UUID NOT NULL,
    "critical_warning" SMALLINT NOT NULL,
    "composite_temperature_kelvin" INTEGER NOT NULL,
    "available_spare_percent" SMALLINT NOT NULL,
    "available_spare_threshold_percent" SMALLINT NOT NULL,
    "percentage_used" SMALLINT NOT NULL,
    "data_units_read" DECIMAL(39,0) NOT NULL,
    "data_units_written" DECIMAL(39,0) NOT NULL,
    "host_read_commands" DECIMAL(39,0) NOT NULL,
    "host_write_commands" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes" DECIMAL(39,0) NOT NULL,
    "power_cycles" DECIMAL(39,0) NOT NULL,
    "power_on_hours" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns" DECIMAL(39,0) NOT NULL,
    "media_errors" DECIMAL(39,0) NOT NULL,
    "error_log_entries" DECIMAL(39,0) NOT NULL,
    "warning_temperature_time_minutes" BIGINT NOT NULL,
    "critical_temperature_time_minutes" BIGINT NOT NULL,
    "temperature_sensors_kelvin" INTEGER[],
    "thermal_management_1_transitions" BIGINT,
    "thermal_management_2_transitions" BIGINT,
    "thermal_management_1_seconds" BIGINT,
    "thermal_management_2_seconds" BIGINT,

    CONSTRAINT "smart_sample_pkey" PRIMARY KEY ("drive_id","time")
) PARTITION BY RANGE ("time");

-- CreateTable
CREATE TABLE "smart_hour" (
    "drive_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "samples" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "covered_ms" BIGINT NOT NULL,
    "temperature_samples" INTEGER NOT NULL,
    "min_temperature_kelvin" INTEGER,
    "max_temperature_kelvin" INTEGER,
    "sum_temperature_kelvin" BIGINT,
    "min_percentage_used" SMALLINT NOT NULL,
    "max_percentage_used" SMALLINT NOT NULL,
    "sum_percentage_used" BIGINT NOT NULL,
    "min_available_spare_percent" SMALLINT NOT NULL,
    "max_available_spare_percent" SMALLINT NOT NULL,
    "sum_available_spare_percent" BIGINT NOT NULL,
    "data_units_read_first" DECIMAL(39,0) NOT NULL,
    "data_units_read_last" DECIMAL(39,0) NOT NULL,
    "data_units_read_increase" DECIMAL NOT NULL,
    "data_units_read_resets" INTEGER NOT NULL,
    "data_units_written_first" DECIMAL(39,0) NOT NULL,
    "data_units_written_last" DECIMAL(39,0) NOT NULL,
    "data_units_written_increase" DECIMAL NOT NULL,
    "data_units_written_resets" INTEGER NOT NULL,
    "host_read_commands_first" DECIMAL(39,0) NOT NULL,
    "host_read_commands_last" DECIMAL(39,0) NOT NULL,
    "host_read_commands_increase" DECIMAL NOT NULL,
    "host_read_commands_resets" INTEGER NOT NULL,
    "host_write_commands_first" DECIMAL(39,0) NOT NULL,
    "host_write_commands_last" DECIMAL(39,0) NOT NULL,
    "host_write_commands_increase" DECIMAL NOT NULL,
    "host_write_commands_resets" INTEGER NOT NULL,
    "controller_busy_time_minutes_first" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes_last" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes_increase" DECIMAL NOT NULL,
    "controller_busy_time_minutes_resets" INTEGER NOT NULL,
    "power_cycles_first" DECIMAL(39,0) NOT NULL,
    "power_cycles_last" DECIMAL(39,0) NOT NULL,
    "power_cycles_increase" DECIMAL NOT NULL,
    "power_cycles_resets" INTEGER NOT NULL,
    "power_on_hours_first" DECIMAL(39,0) NOT NULL,
    "power_on_hours_last" DECIMAL(39,0) NOT NULL,
    "power_on_hours_increase" DECIMAL NOT NULL,
    "power_on_hours_resets" INTEGER NOT NULL,
    "unsafe_shutdowns_first" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns_last" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns_increase" DECIMAL NOT NULL,
    "unsafe_shutdowns_resets" INTEGER NOT NULL,
    "media_errors_first" DECIMAL(39,0) NOT NULL,
    "media_errors_last" DECIMAL(39,0) NOT NULL,
    "media_errors_increase" DECIMAL NOT NULL,
    "media_errors_resets" INTEGER NOT NULL,
    "error_log_entries_first" DECIMAL(39,0) NOT NULL,
    "error_log_entries_last" DECIMAL(39,0) NOT NULL,
    "error_log_entries_increase" DECIMAL NOT NULL,
    "error_log_entries_resets" INTEGER NOT NULL,
    "warning_temperature_time_minutes_first" BIGINT NOT NULL,
    "warning_temperature_time_minutes_last" BIGINT NOT NULL,
    "warning_temperature_time_minutes_increase" DECIMAL NOT NULL,
    "warning_temperature_time_minutes_resets" INTEGER NOT NULL,
    "critical_temperature_time_minutes_first" BIGINT NOT NULL,
    "critical_temperature_time_minutes_last" BIGINT NOT NULL,
    "critical_temperature_time_minutes_increase" DECIMAL NOT NULL,
    "critical_temperature_time_minutes_resets" INTEGER NOT NULL,
    "throttle_transitions_first" BIGINT,
    "throttle_transitions_last" BIGINT,
    "throttle_transitions_increase" DECIMAL NOT NULL,
    "throttle_transitions_resets" INTEGER NOT NULL,

    CONSTRAINT "smart_hour_pkey" PRIMARY KEY ("drive_id","time")
) PARTITION BY RANGE ("time");

-- CreateTable
CREATE TABLE "smart_day" (
    "drive_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "samples" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "covered_ms" BIGINT NOT NULL,
    "temperature_samples" INTEGER NOT NULL,
    "min_temperature_kelvin" INTEGER,
    "max_temperature_kelvin" INTEGER,
    "sum_temperature_kelvin" BIGINT,
    "min_percentage_used" SMALLINT NOT NULL,
    "max_percentage_used" SMALLINT NOT NULL,
    "sum_percentage_used" BIGINT NOT NULL,
    "min_available_spare_percent" SMALLINT NOT NULL,
    "max_available_spare_percent" SMALLINT NOT NULL,
    "sum_available_spare_percent" BIGINT NOT NULL,
    "data_units_read_first" DECIMAL(39,0) NOT NULL,
    "data_units_read_last" DECIMAL(39,0) NOT NULL,
    "data_units_read_increase" DECIMAL NOT NULL,
    "data_units_read_resets" INTEGER NOT NULL,
    "data_units_written_first" DECIMAL(39,0) NOT NULL,
    "data_units_written_last" DECIMAL(39,0) NOT NULL,
    "data_units_written_increase" DECIMAL NOT NULL,
    "data_units_written_resets" INTEGER NOT NULL,
    "host_read_commands_first" DECIMAL(39,0) NOT NULL,
    "host_read_commands_last" DECIMAL(39,0) NOT NULL,
    "host_read_commands_increase" DECIMAL NOT NULL,
    "host_read_commands_resets" INTEGER NOT NULL,
    "host_write_commands_first" DECIMAL(39,0) NOT NULL,
    "host_write_commands_last" DECIMAL(39,0) NOT NULL,
    "host_write_commands_increase" DECIMAL NOT NULL,
    "host_write_commands_resets" INTEGER NOT NULL,
    "controller_busy_time_minutes_first" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes_last" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes_increase" DECIMAL NOT NULL,
    "controller_busy_time_minutes_resets" INTEGER NOT NULL,
    "power_cycles_first" DECIMAL(39,0) NOT NULL,
    "power_cycles_last" DECIMAL(39,0) NOT NULL,
    "power_cycles_increase" DECIMAL NOT NULL,
    "power_cycles_resets" INTEGER NOT NULL,
    "power_on_hours_first" DECIMAL(39,0) NOT NULL,
    "power_on_hours_last" DECIMAL(39,0) NOT NULL,
    "power_on_hours_increase" DECIMAL NOT NULL,
    "power_on_hours_resets" INTEGER NOT NULL,
    "unsafe_shutdowns_first" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns_last" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns_increase" DECIMAL NOT NULL,
    "unsafe_shutdowns_resets" INTEGER NOT NULL,
    "media_errors_first" DECIMAL(39,0) NOT NULL,
    "media_errors_last" DECIMAL(39,0) NOT NULL,
    "media_errors_increase" DECIMAL NOT NULL,
    "media_errors_resets" INTEGER NOT NULL,
    "error_log_entries_first" DECIMAL(39,0) NOT NULL,
    "error_log_entries_last" DECIMAL(39,0) NOT NULL,
    "error_log_entries_increase" DECIMAL NOT NULL,
    "error_log_entries_resets" INTEGER NOT NULL,
    "warning_temperature_time_minutes_first" BIGINT NOT NULL,
    "warning_temperature_time_minutes_last" BIGINT NOT NULL,
    "warning_temperature_time_minutes_increase" DECIMAL NOT NULL,
    "warning_temperature_time_minutes_resets" INTEGER NOT NULL,
    "critical_temperature_time_minutes_first" BIGINT NOT NULL,
    "critical_temperature_time_minutes_last" BIGINT NOT NULL,
    "critical_temperature_time_minutes_increase" DECIMAL NOT NULL,
    "critical_temperature_time_minutes_resets" INTEGER NOT NULL,
    "throttle_transitions_first" BIGINT,
    "throttle_transitions_last" BIGINT,
    "throttle_transitions_increase" DECIMAL NOT NULL,
    "throttle_transitions_resets" INTEGER NOT NULL,

    CONSTRAINT "smart_day_pkey" PRIMARY KEY ("drive_id","time")
) PARTITION BY RANGE ("time");

-- CreateTable
CREATE TABLE "smart_hour_mark" (
    "time" TIMESTAMPTZ(3) NOT NULL,
    "drive_id" UUID NOT NULL,

    CONSTRAINT "smart_hour_mark_pkey" PRIMARY KEY ("time","drive_id")
);

-- CreateTable
CREATE TABLE "smart_day_mark" (
    "time" TIMESTAMPTZ(3) NOT NULL,
    "drive_id" UUID NOT NULL,

    CONSTRAINT "smart_day_mark_pkey" PRIMARY KEY ("time","drive_id")
);

-- CreateTable
CREATE TABLE "health_mark" (
    "drive_id" UUID NOT NULL,

    CONSTRAINT "health_mark_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "storage_settings" (
    "id" SMALLINT NOT NULL,
    "keep_samples_days" INTEGER NOT NULL,
    "keep_hours_days" INTEGER NOT NULL,
    "keep_days_days" INTEGER,
    "keep_seconds_days" INTEGER,
    "keep_commands_days" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" TEXT NOT NULL,

    CONSTRAINT "storage_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "drive_latest" (
    "drive_id" UUID NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "critical_warning" SMALLINT NOT NULL,
    "composite_temperature_kelvin" INTEGER NOT NULL,
    "available_spare_percent" SMALLINT NOT NULL,
    "available_spare_threshold_percent" SMALLINT NOT NULL,
    "percentage_used" SMALLINT NOT NULL,
    "data_units_read" DECIMAL(39,0) NOT NULL,
    "data_units_written" DECIMAL(39,0) NOT NULL,
    "host_read_commands" DECIMAL(39,0) NOT NULL,
    "host_write_commands" DECIMAL(39,0) NOT NULL,
    "controller_busy_time_minutes" DECIMAL(39,0) NOT NULL,
    "power_cycles" DECIMAL(39,0) NOT NULL,
    "power_on_hours" DECIMAL(39,0) NOT NULL,
    "unsafe_shutdowns" DECIMAL(39,0) NOT NULL,
    "media_errors" DECIMAL(39,0) NOT NULL,
    "error_log_entries" DECIMAL(39,0) NOT NULL,
    "warning_temperature_time_minutes" BIGINT NOT NULL,
    "critical_temperature_time_minutes" BIGINT NOT NULL,
    "temperature_sensors_kelvin" INTEGER[],
    "thermal_management_1_transitions" BIGINT,
    "thermal_management_2_transitions" BIGINT,
    "thermal_management_1_seconds" BIGINT,
    "thermal_management_2_seconds" BIGINT,

    CONSTRAINT "drive_latest_pkey" PRIMARY KEY ("drive_id")
);

-- CreateTable
CREATE TABLE "ingested_event" (
    "host_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingested_event_pkey" PRIMARY KEY ("host_id","event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "account_user_id_idx" ON "account"("user_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "setup_link_token_hash_key" ON "setup_link"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "password_link_token_hash_key" ON "password_link"("token_hash");

-- CreateIndex
CREATE INDEX "password_link_user_id_idx" ON "password_link"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_token_hash_key" ON "api_token"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_user_id_name_key" ON "api_token"("user_id", "name");

-- CreateIndex
CREATE INDEX "audit_entry_time_idx" ON "audit_entry"("time");

-- CreateIndex
CREATE INDEX "audit_entry_object_kind_object_id_idx" ON "audit_entry"("object_kind", "object_id");

-- CreateIndex
CREATE INDEX "benchmark_schedule_state_next_due_at_idx" ON "benchmark_schedule"("state", "next_due_at");

-- CreateIndex
CREATE INDEX "benchmark_schedule_saved_plan_id_saved_plan_version_idx" ON "benchmark_schedule"("saved_plan_id", "saved_plan_version");

-- CreateIndex
CREATE INDEX "benchmark_schedule_created_by_id_idx" ON "benchmark_schedule"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_plan_name_key" ON "saved_plan"("name");

-- CreateIndex
CREATE INDEX "saved_plan_created_by_id_idx" ON "saved_plan"("created_by_id");

-- CreateIndex
CREATE INDEX "saved_plan_version_saved_by_id_idx" ON "saved_plan_version"("saved_by_id");

-- CreateIndex
CREATE INDEX "benchmark_point_workload_key_idx" ON "benchmark_point" USING HASH ("workload_key");

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_run_command_id_key" ON "benchmark_run"("command_id");

-- CreateIndex
CREATE INDEX "benchmark_run_drive_id_requested_at_idx" ON "benchmark_run"("drive_id", "requested_at");

-- CreateIndex
CREATE INDEX "benchmark_run_model_plan_hash_requested_at_idx" ON "benchmark_run"("model", "plan_hash", "requested_at");

-- CreateIndex
CREATE INDEX "benchmark_run_host_id_requested_at_idx" ON "benchmark_run"("host_id", "requested_at");

-- CreateIndex
CREATE INDEX "benchmark_run_requested_at_id_idx" ON "benchmark_run"("requested_at", "id");

-- CreateIndex
CREATE INDEX "benchmark_run_state_idx" ON "benchmark_run"("state");

-- CreateIndex
CREATE INDEX "benchmark_run_requested_by_id_idx" ON "benchmark_run"("requested_by_id");

-- CreateIndex
CREATE INDEX "benchmark_run_batch_id_idx" ON "benchmark_run"("batch_id");

-- CreateIndex
CREATE INDEX "benchmark_run_tags_idx" ON "benchmark_run" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "benchmark_run_drive_drive_id_idx" ON "benchmark_run_drive"("drive_id");

-- CreateIndex
CREATE INDEX "benchmark_batch_requested_at_id_idx" ON "benchmark_batch"("requested_at", "id");

-- CreateIndex
CREATE INDEX "benchmark_batch_schedule_id_idx" ON "benchmark_batch"("schedule_id");

-- CreateIndex
CREATE INDEX "benchmark_batch_requested_by_id_idx" ON "benchmark_batch"("requested_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "run_import_file_sha256_for_drive_key" ON "run_import"("file_sha256", "for_drive");

-- CreateIndex
CREATE INDEX "saved_comparison_updated_at_id_idx" ON "saved_comparison"("updated_at", "id");

-- CreateIndex
CREATE INDEX "saved_comparison_owner_id_idx" ON "saved_comparison"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "comparison_share_token_hash_key" ON "comparison_share"("token_hash");

-- CreateIndex
CREATE INDEX "comparison_share_created_by_id_idx" ON "comparison_share"("created_by_id");

-- CreateIndex
CREATE INDEX "comparison_share_created_at_id_idx" ON "comparison_share"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "drive_view_owner_id_name_key" ON "drive_view"("owner_id", "name");

-- CreateIndex
CREATE INDEX "bulk_action_finished_at_requested_at_idx" ON "bulk_action"("finished_at", "requested_at");

-- CreateIndex
CREATE INDEX "bulk_action_requested_at_id_idx" ON "bulk_action"("requested_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "host_installation_id_key" ON "host"("installation_id");

-- CreateIndex
CREATE UNIQUE INDEX "host_agent_key_hash_key" ON "host"("agent_key_hash");

-- CreateIndex
CREATE INDEX "host_not_reporting_since_idx" ON "host"("not_reporting_since");

-- CreateIndex
CREATE UNIQUE INDEX "enrollment_token_token_hash_key" ON "enrollment_token"("token_hash");

-- CreateIndex
CREATE INDEX "drive_serial_idx" ON "drive"("serial");

-- CreateIndex
CREATE INDEX "drive_model_idx" ON "drive"("model");

-- CreateIndex
CREATE UNIQUE INDEX "drive_pci_vendor_id_model_serial_key" ON "drive"("pci_vendor_id", "model", "serial");

-- CreateIndex
CREATE INDEX "drive_firmware_change_drive_id_at_idx" ON "drive_firmware_change"("drive_id", "at");

-- CreateIndex
CREATE INDEX "drive_firmware_change_at_idx" ON "drive_firmware_change"("at");

-- CreateIndex
CREATE INDEX "drive_firmware_change_host_id_idx" ON "drive_firmware_change"("host_id");

-- CreateIndex
CREATE INDEX "drive_sighting_drive_id_last_seen_at_idx" ON "drive_sighting"("drive_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "drive_sighting_host_id_ended_at_idx" ON "drive_sighting"("host_id", "ended_at");

-- CreateIndex
CREATE INDEX "drive_claim_host_id_idx" ON "drive_claim"("host_id");

-- CreateIndex
CREATE UNIQUE INDEX "scratch_file_host_id_path_key" ON "scratch_file"("host_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "volume_host_id_identity_key" ON "volume"("host_id", "identity");

-- CreateIndex
CREATE INDEX "volume_member_drive_id_idx" ON "volume_member"("drive_id");

-- CreateIndex
CREATE INDEX "command_host_id_state_idx" ON "command"("host_id", "state");

-- CreateIndex
CREATE INDEX "command_upgrade_id_idx" ON "command"("upgrade_id");

-- CreateIndex
CREATE INDEX "command_drive_id_requested_at_idx" ON "command"("drive_id", "requested_at");

-- CreateIndex
CREATE INDEX "agent_upgrade_requested_at_idx" ON "agent_upgrade"("requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "removal_agent_key_hash_key" ON "removal"("agent_key_hash");

-- CreateIndex
CREATE INDEX "removal_finished_at_requested_at_idx" ON "removal"("finished_at", "requested_at");

-- CreateIndex
CREATE INDEX "removal_installation_id_requested_at_idx" ON "removal"("installation_id", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "fleet_group_name_key" ON "fleet_group"("name");

-- CreateIndex
CREATE INDEX "fleet_group_created_by_id_idx" ON "fleet_group"("created_by_id");

-- CreateIndex
CREATE INDEX "group_member_drive_id_idx" ON "group_member"("drive_id");

-- CreateIndex
CREATE INDEX "group_host_host_id_idx" ON "group_host"("host_id");

-- CreateIndex
CREATE INDEX "drive_lifecycle_change_drive_id_at_idx" ON "drive_lifecycle_change"("drive_id", "at");

-- CreateIndex
CREATE INDEX "drive_lifecycle_change_replaced_by_id_idx" ON "drive_lifecycle_change"("replaced_by_id");

-- CreateIndex
CREATE INDEX "drive_merge_away_id_idx" ON "drive_merge"("away_id");

-- CreateIndex
CREATE INDEX "drive_merge_into_id_idx" ON "drive_merge"("into_id");

-- CreateIndex
CREATE INDEX "drive_merge_state_requested_at_idx" ON "drive_merge"("state", "requested_at");

-- CreateIndex
CREATE INDEX "maintenance_window_next_until_idx" ON "maintenance_window"("next_until");

-- CreateIndex
CREATE INDEX "maintenance_window_group_id_idx" ON "maintenance_window"("group_id");

-- CreateIndex
CREATE INDEX "maintenance_window_host_id_idx" ON "maintenance_window"("host_id");

-- CreateIndex
CREATE INDEX "maintenance_window_drive_id_idx" ON "maintenance_window"("drive_id");

-- CreateIndex
CREATE INDEX "maintenance_window_created_by_id_idx" ON "maintenance_window"("created_by_id");

-- CreateIndex
CREATE INDEX "drive_condition_since_idx" ON "drive_condition"("since");

-- CreateIndex
CREATE INDEX "drive_condition_ended_at_idx" ON "drive_condition"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "health_threshold_scope_scope_id_rule_key" ON "health_threshold"("scope", "scope_id", "rule");

-- CreateIndex
CREATE INDEX "drive_wear_likely_end_idx" ON "drive_wear"("likely_end");

-- CreateIndex
CREATE INDEX "drive_wear_percent_per_day_idx" ON "drive_wear"("percent_per_day");

-- CreateIndex
CREATE INDEX "drive_state_verdict_rank_serial_drive_id_idx" ON "drive_state"("verdict_rank", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_model_serial_drive_id_idx" ON "drive_state"("model", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_serial_drive_id_idx" ON "drive_state"("serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_firmware_serial_drive_id_idx" ON "drive_state"("firmware", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_model_firmware_verdict_rank_lifecycle_idx" ON "drive_state"("model", "firmware", "verdict_rank", "lifecycle");

-- CreateIndex
CREATE INDEX "drive_state_capacity_bytes_serial_drive_id_idx" ON "drive_state"("capacity_bytes", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_hostname_serial_drive_id_idx" ON "drive_state"("hostname", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_host_id_idx" ON "drive_state"("host_id");

-- CreateIndex
CREATE INDEX "drive_state_percentage_used_serial_drive_id_idx" ON "drive_state"("percentage_used", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_power_on_hours_serial_drive_id_idx" ON "drive_state"("power_on_hours", "serial", "drive_id");

-- CreateIndex
CREATE INDEX "drive_state_tags_idx" ON "drive_state" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "drive_count_kind_value_idx" ON "drive_count"("kind", "value");

-- CreateIndex
CREATE INDEX "ingested_event_received_at_idx" ON "ingested_event"("received_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_schedule" ADD CONSTRAINT "benchmark_schedule_saved_plan_id_saved_plan_version_fkey" FOREIGN KEY ("saved_plan_id", "saved_plan_version") REFERENCES "saved_plan_version"("plan_id", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_schedule" ADD CONSTRAINT "benchmark_schedule_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_plan" ADD CONSTRAINT "saved_plan_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_plan_version" ADD CONSTRAINT "saved_plan_version_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "saved_plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_plan_version" ADD CONSTRAINT "saved_plan_version_saved_by_id_fkey" FOREIGN KEY ("saved_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_point" ADD CONSTRAINT "benchmark_point_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "database_point" ADD CONSTRAINT "database_point_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "imported_point" ADD CONSTRAINT "imported_point_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "point_direction" ADD CONSTRAINT "point_direction_run_id_point_sequence_fkey" FOREIGN KEY ("run_id", "point_sequence") REFERENCES "benchmark_point"("run_id", "sequence") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "benchmark_batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_scratch_file_id_fkey" FOREIGN KEY ("scratch_file_id") REFERENCES "scratch_file"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_volume_id_fkey" FOREIGN KEY ("volume_id") REFERENCES "volume"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run_drive" ADD CONSTRAINT "benchmark_run_drive_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_run_drive" ADD CONSTRAINT "benchmark_run_drive_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_batch" ADD CONSTRAINT "benchmark_batch_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "benchmark_schedule"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_batch" ADD CONSTRAINT "benchmark_batch_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_counters" ADD CONSTRAINT "run_counters_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_self_test" ADD CONSTRAINT "run_self_test_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_finding" ADD CONSTRAINT "run_finding_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run_import" ADD CONSTRAINT "run_import_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_comparison" ADD CONSTRAINT "saved_comparison_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comparison_share" ADD CONSTRAINT "comparison_share_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_view" ADD CONSTRAINT "drive_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_action" ADD CONSTRAINT "bulk_action_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_action_drive" ADD CONSTRAINT "bulk_action_drive_bulk_action_id_fkey" FOREIGN KEY ("bulk_action_id") REFERENCES "bulk_action"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_firmware_change" ADD CONSTRAINT "drive_firmware_change_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_firmware_change" ADD CONSTRAINT "drive_firmware_change_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_sighting" ADD CONSTRAINT "drive_sighting_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_sighting" ADD CONSTRAINT "drive_sighting_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_claim" ADD CONSTRAINT "drive_claim_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_claim" ADD CONSTRAINT "drive_claim_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scratch_file" ADD CONSTRAINT "scratch_file_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "volume" ADD CONSTRAINT "volume_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "volume_member" ADD CONSTRAINT "volume_member_volume_id_fkey" FOREIGN KEY ("volume_id") REFERENCES "volume"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "volume_member" ADD CONSTRAINT "volume_member_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "command" ADD CONSTRAINT "command_upgrade_id_fkey" FOREIGN KEY ("upgrade_id") REFERENCES "agent_upgrade"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fleet_group" ADD CONSTRAINT "fleet_group_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "fleet_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_member" ADD CONSTRAINT "group_member_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_host" ADD CONSTRAINT "group_host_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "fleet_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_host" ADD CONSTRAINT "group_host_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_lifecycle_change" ADD CONSTRAINT "drive_lifecycle_change_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_lifecycle_change" ADD CONSTRAINT "drive_lifecycle_change_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "drive"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_merge" ADD CONSTRAINT "drive_merge_away_id_fkey" FOREIGN KEY ("away_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_merge" ADD CONSTRAINT "drive_merge_into_id_fkey" FOREIGN KEY ("into_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merged_item" ADD CONSTRAINT "merged_item_merge_id_fkey" FOREIGN KEY ("merge_id") REFERENCES "drive_merge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merged_time" ADD CONSTRAINT "merged_time_merge_id_fkey" FOREIGN KEY ("merge_id") REFERENCES "drive_merge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "fleet_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_condition" ADD CONSTRAINT "drive_condition_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_wear" ADD CONSTRAINT "drive_wear_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_logs" ADD CONSTRAINT "drive_logs_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_state" ADD CONSTRAINT "drive_state_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_state" ADD CONSTRAINT "drive_state_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_reading" ADD CONSTRAINT "drive_reading_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_search" ADD CONSTRAINT "drive_search_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drive_latest" ADD CONSTRAINT "drive_latest_drive_id_fkey" FOREIGN KEY ("drive_id") REFERENCES "drive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here by hand: what Prisma cannot say.

-- Trigrams, by which drives are searched. In a database that another role owns, its owner or a superuser makes it first.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "drive_search_text_trigrams" ON "drive_search" USING gin ("text" gin_trgm_ops);

-- Room for a drive's rows, and its host's, to be updated in place: a sample touches no index.
ALTER TABLE "drive_state" SET (fillfactor = 60);
ALTER TABLE "drive_reading" SET (fillfactor = 50);
ALTER TABLE "drive_latest" SET (fillfactor = 50);
ALTER TABLE "host" SET (fillfactor = 60);

-- One rule has one open condition of a drive at most.
CREATE UNIQUE INDEX "drive_condition_one_open_per_rule" ON "drive_condition" ("drive_id", "rule") WHERE "ended_at" IS NULL;

-- What is wrong now, by rule.
CREATE INDEX "drive_condition_open" ON "drive_condition" ("rule", "drive_id") WHERE "ended_at" IS NULL;
-- And by how bad it is, the oldest first.
CREATE INDEX "drive_condition_open_by_severity" ON "drive_condition" ("severity", "since", "drive_id") WHERE "ended_at" IS NULL;

-- The few drives that are hot, or were.
CREATE INDEX "drive_state_to_look_at" ON "drive_state" ("drive_id") WHERE "look_again";

-- Hours in which a counter grew that should not, or fell, which are few: what the past of a drive is judged by.
CREATE INDEX "smart_hour_eventful" ON "smart_hour" ("drive_id", "time") WHERE
  "media_errors_increase" > 0 OR "unsafe_shutdowns_increase" > 0 OR "warning_temperature_time_minutes_increase" > 0
  OR "critical_temperature_time_minutes_increase" > 0 OR "throttle_transitions_increase" > 0
  OR "media_errors_resets" > 0 OR "data_units_written_resets" > 0 OR "power_on_hours_resets" > 0;

-- Keeps the counts of drives by adding a row for each change: rows that many transactions add to never wait for each other. Of a drive
-- that nobody expects any more its lifecycle alone is counted.
CREATE FUNCTION count_drives() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step bigint := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO drive_count (kind, value, detail, delta)
  WITH expected AS (SELECT * FROM changed WHERE lifecycle IN ('inService', 'spare'))
  SELECT 'lifecycle', lifecycle::text, '', step * count(*) FROM changed GROUP BY lifecycle
  UNION ALL SELECT 'all', '', '', step * count(*) FROM expected HAVING count(*) > 0
  UNION ALL SELECT 'verdict', verdict_rank::text, '', step * count(*) FROM expected GROUP BY verdict_rank
  UNION ALL SELECT 'model', model, '', step * count(*) FROM expected GROUP BY model
  UNION ALL SELECT 'firmware', firmware, model, step * count(*) FROM expected GROUP BY firmware, model
  UNION ALL SELECT 'host', host_id::text, '', step * count(*) FROM expected WHERE host_id IS NOT NULL GROUP BY host_id
  UNION ALL SELECT 'tag', tag, '', step * count(*) FROM expected, unnest(tags) AS tag GROUP BY tag;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO group_mark (drive_id) SELECT drive_id FROM changed;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER drives_are_added AFTER INSERT ON "drive_state" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_drives();
CREATE TRIGGER drives_are_removed AFTER DELETE ON "drive_state" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_drives();

-- A drive's newest reading has a row of its own, from the drive's first day on.
CREATE FUNCTION add_drive_reading() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO drive_reading (drive_id) SELECT drive_id FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER drives_are_read AFTER INSERT ON "drive_state" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION add_drive_reading();

-- It is written anew where anything about its drive changes: who remembers which transaction wrote it last sees that by it. Not where
-- this one has written it before: a second time in one transaction its foreign key would be looked up again, and its drive's row locked.
CREATE FUNCTION touch_drive_reading() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE drive_reading SET drive_id = NEW.drive_id
  WHERE drive_id = NEW.drive_id AND xmin <> pg_current_xact_id()::xid;
  RETURN NULL;
END
$$;
CREATE TRIGGER drive_is_changed AFTER UPDATE ON "drive_state" FOR EACH ROW EXECUTE FUNCTION touch_drive_reading();

-- A sample sets none of these columns, and pays nothing.
CREATE FUNCTION count_moved_drive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO drive_count (kind, value, detail, delta)
  SELECT kind, value, detail, sum(step) FROM (
    SELECT 'lifecycle' AS kind, OLD.lifecycle::text AS value, '' AS detail, -1 AS step
    UNION ALL SELECT 'lifecycle', NEW.lifecycle::text, '', 1
    UNION ALL SELECT kind, value, detail, -1 FROM counts_of_drive(OLD)
    UNION ALL SELECT kind, value, detail, 1 FROM counts_of_drive(NEW)
  ) AS changed
  GROUP BY kind, value, detail HAVING sum(step) <> 0;
  IF (OLD.model, OLD.firmware, OLD.host_id, OLD.hostname, OLD.lifecycle, OLD.tags) IS DISTINCT FROM
    (NEW.model, NEW.firmware, NEW.host_id, NEW.hostname, NEW.lifecycle, NEW.tags) THEN
    INSERT INTO group_mark (drive_id) VALUES (NEW.drive_id);
  END IF;
  RETURN NULL;
END
$$;
-- What one drive is counted in beside its lifecycle.
CREATE FUNCTION counts_of_drive(drive drive_state, OUT kind text, OUT value text, OUT detail text) RETURNS SETOF record
LANGUAGE sql STABLE AS $$
  SELECT counted.kind, counted.value, counted.detail FROM (
    SELECT 'all' AS kind, '' AS value, '' AS detail
    UNION ALL SELECT 'verdict', drive.verdict_rank::text, ''
    UNION ALL SELECT 'model', drive.model, ''
    UNION ALL SELECT 'firmware', drive.firmware, drive.model
    UNION ALL SELECT 'host', drive.host_id::text, '' WHERE drive.host_id IS NOT NULL
    UNION ALL SELECT 'tag', tag, '' FROM unnest(drive.tags) AS tag
  ) AS counted
  WHERE drive.lifecycle IN ('inService', 'spare')
$$;
CREATE TRIGGER drive_is_moved
  AFTER UPDATE OF verdict_rank, model, firmware, host_id, hostname, lifecycle, tags ON "drive_state"
  FOR EACH ROW WHEN (
    (OLD.verdict_rank, OLD.model, OLD.firmware, OLD.host_id, OLD.hostname, OLD.lifecycle, OLD.tags) IS DISTINCT FROM
    (NEW.verdict_rank, NEW.model, NEW.firmware, NEW.host_id, NEW.hostname, NEW.lifecycle, NEW.tags)
  ) EXECUTE FUNCTION count_moved_drive();

-- Groups go by what people say of a host, too, and by its name.
CREATE FUNCTION mark_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO group_mark (host_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER host_is_added AFTER INSERT ON "host" FOR EACH ROW EXECUTE FUNCTION mark_host();
CREATE TRIGGER host_is_changed AFTER UPDATE ON "host"
  FOR EACH ROW WHEN (
    (OLD.hostname, OLD.rack, OLD.role, OLD.tags) IS DISTINCT FROM (NEW.hostname, NEW.rack, NEW.role, NEW.tags)
  ) EXECUTE FUNCTION mark_host();

-- Catches what has no partition (a clock that jumped), so that none is lost.
CREATE TABLE "smart_sample_default" PARTITION OF "smart_sample" DEFAULT;
CREATE TABLE "smart_hour_default" PARTITION OF "smart_hour" DEFAULT;
CREATE TABLE "smart_day_default" PARTITION OF "smart_day" DEFAULT;

-- The partition that a day in UTC belongs to: samples have one a day, hours one a month, days one a year.
CREATE FUNCTION time_partition(parent text, day date, OUT name text, OUT lower_bound timestamptz, OUT upper_bound timestamptz)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unit text := CASE parent WHEN 'smart_sample' THEN 'day' WHEN 'smart_hour' THEN 'month' WHEN 'smart_day' THEN 'year' END;
  first timestamp := date_trunc(unit, day::timestamp);
BEGIN
  IF unit IS NULL THEN
    RAISE EXCEPTION '% has no partitions of time', parent;
  END IF;
  name := parent || '_' || to_char(first, CASE unit WHEN 'day' THEN 'YYYY_MM_DD' WHEN 'month' THEN 'YYYY_MM' ELSE 'YYYY' END);
  lower_bound := first AT TIME ZONE 'UTC';
  upper_bound := (first + ('1 ' || unit)::interval) AT TIME ZONE 'UTC';
END
$$;

-- Makes the partition of a day in UTC, and moves into it what the default partition had caught; true where it did. Idempotent;
-- concurrent calls wait. Nobody reads or writes the table meanwhile: whoever had planned to would look for the rows where they
-- were, and miss them. It gives up until the next time where a long reader holds it off, rather than have reports queue behind
-- it. It runs as its owner, because the application may make no tables; the search path keeps it to the product's own.
CREATE FUNCTION ensure_time_partition(parent text, day date) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  part record := time_partition(parent, day);
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('time_partitions'));
  IF to_regclass(format('%I', part.name)) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- The parent before its partitions, as whoever reads or writes does.
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  -- Autovacuum makes no pauses in them: until a large table is analyzed, nothing may clear away what was updated in any other since. Samples
  -- are added in bulk, hardly ever changed, and go with their day: they are analyzed when there are twice as many, and vacuumed by ten
  -- millions. By PostgreSQL's own measure it would be each minute where a day begins.
  EXECUTE format(
    'CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS) WITH (autovacuum_vacuum_cost_delay = 0%s)', part.name, parent,
    CASE parent WHEN 'smart_sample' THEN ', autovacuum_analyze_scale_factor = 1, autovacuum_vacuum_insert_scale_factor = 0,
      autovacuum_vacuum_insert_threshold = 10000000' END);
  EXECUTE format(
    'WITH moved AS (DELETE FROM %I WHERE time >= %L AND time < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
    parent || '_default', part.lower_bound, part.upper_bound, part.name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    parent, part.name, part.lower_bound, part.upper_bound);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END
$$;

-- Drops the partition of a day with all that is in it; true where it did. Samples that are not rolled up yet, and hours that
-- are not added up, are kept: whoever adds one marks it in the same transaction, and is waited for. The parent is locked before its
-- partition, as whoever writes does, or the two would wait for each other. Reports wait meanwhile, so it gives up until the next time
-- where a long reader holds it off, rather than have them queue behind it.
CREATE FUNCTION drop_time_partition(parent text, day date) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  part record := time_partition(parent, day);
  marks text := CASE parent WHEN 'smart_sample' THEN 'smart_hour_mark' WHEN 'smart_hour' THEN 'smart_day_mark' END;
  marked boolean := false;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('time_partitions'));
  IF to_regclass(format('%I', part.name)) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
  IF marks IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE time >= %L AND time < %L)', marks, part.lower_bound, part.upper_bound)
      INTO marked;
  END IF;
  IF marked THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', part.name);
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END
$$;

REVOKE EXECUTE ON FUNCTION ensure_time_partition(text, date), drop_time_partition(text, date) FROM PUBLIC;

-- Yesterday to three days ahead; the worker keeps it so, further. Older samples go to the default partition first.
SELECT ensure_time_partition('smart_sample', (now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(-1, 3) AS ahead;
SELECT ensure_time_partition(parent, (now() AT TIME ZONE 'UTC')::date + ahead)
FROM unnest(ARRAY['smart_hour', 'smart_day']) AS parent, generate_series(-3, 3, 3) AS ahead;

-- Ends the transaction, as one that lost to another, where other rows were changed than were meant: so that it can be committed
-- in the same message.
CREATE FUNCTION require_rows(changed bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed <> wanted THEN
    RAISE EXCEPTION '% rows of % are what they were', changed, wanted USING ERRCODE = 'serialization_failure';
  END IF;
END
$$;

-- The audit is only ever added to.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entry is only ever added to';
END
$$;
CREATE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- A run has one target; only one run at a time works on it.
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_one_target" CHECK (num_nonnulls("drive_id", "scratch_file_id", "volume_id") <= 1);
CREATE UNIQUE INDEX "benchmark_run_one_active_per_drive" ON "benchmark_run_drive" ("drive_id") WHERE "active";
CREATE UNIQUE INDEX "benchmark_run_one_active_per_scratch_file" ON "benchmark_run" ("scratch_file_id") WHERE "state" IN ('requested', 'running');

-- A run works on its own drive or on those of its volume, and holds them while it is requested or running: nobody says so
-- but its state.
CREATE FUNCTION say_run_drive_active() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.active := (SELECT run.state IN ('requested', 'running') FROM benchmark_run AS run WHERE run.id = NEW.run_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER run_drive_follows_its_run BEFORE INSERT OR UPDATE ON "benchmark_run_drive"
  FOR EACH ROW EXECUTE FUNCTION say_run_drive_active();
CREATE FUNCTION keep_run_drives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO benchmark_run_drive (run_id, drive_id) SELECT NEW.id, NEW.drive_id WHERE NEW.drive_id IS NOT NULL;
  ELSE
    UPDATE benchmark_run_drive SET active = false WHERE run_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER run_is_added AFTER INSERT ON "benchmark_run" FOR EACH ROW EXECUTE FUNCTION keep_run_drives();
CREATE TRIGGER run_changes_its_state AFTER UPDATE OF "state" ON "benchmark_run"
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_run_drives();

-- The queue of a host in its order; only what waits has a place in it.
CREATE INDEX "benchmark_run_queue" ON "benchmark_run" ("host_id", "queue_place") WHERE "state" = 'queued';
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_place_in_queue" CHECK (("state" = 'queued') = ("queue_place" IS NOT NULL));
-- What a person typed is kept for a run that waits, and for no other.
ALTER TABLE "benchmark_run" ADD CONSTRAINT "benchmark_run_serial_in_queue" CHECK ("confirmed_serial" IS NULL OR "state" = 'queued');

-- A drive is on one host at a time.
CREATE UNIQUE INDEX "drive_sighting_one_open_per_drive" ON "drive_sighting" ("drive_id") WHERE "ended_at" IS NULL;

-- What a window names is what its scope says.
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_scope" CHECK (
  ("scope" = 'group') = ("group_id" IS NOT NULL) AND ("scope" = 'host') = ("host_id" IS NOT NULL)
  AND ("scope" = 'drive') = ("drive_id" IS NOT NULL)
);

-- A record is merged away once at a time.
CREATE UNIQUE INDEX "drive_merge_one_standing_per_record" ON "drive_merge" ("away_id") WHERE "state" <> 'unmerged';
