-- AlterTable
ALTER TABLE "drive" ADD COLUMN     "details" JSONB,
ADD COLUMN     "details_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "drive_sighting" ADD COLUMN     "queues" JSONB,
ADD COLUMN     "slot" TEXT;

-- AlterTable
ALTER TABLE "smart_sample" ADD COLUMN     "thermal_management_1_seconds" BIGINT,
ADD COLUMN     "thermal_management_1_transitions" BIGINT,
ADD COLUMN     "thermal_management_2_seconds" BIGINT,
ADD COLUMN     "thermal_management_2_transitions" BIGINT;
