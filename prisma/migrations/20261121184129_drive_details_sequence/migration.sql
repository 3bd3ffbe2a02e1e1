-- AlterTable
ALTER TABLE "drive" ADD COLUMN     "details_host_id" UUID,
ADD COLUMN     "details_sequence" BIGINT;
