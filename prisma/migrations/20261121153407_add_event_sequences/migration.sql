-- AlterTable
ALTER TABLE "host" ADD COLUMN     "environment_sequence" BIGINT,
ADD COLUMN     "inventory_sequence" BIGINT;

-- AlterTable
ALTER TABLE "drive_latest" ADD COLUMN     "sequence" BIGINT;
