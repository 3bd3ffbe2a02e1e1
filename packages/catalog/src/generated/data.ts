// Generated from data/*.yaml by scripts/generate.ts. Do not edit: change the YAML and run "npm run generate".
import type { CatalogData } from "../catalog.ts";

export const data: CatalogData = {
  "sources": [
    {
      "id": "anandtech-p4800x-750gb",
      "kind": "review",
      "url": "https://www.anandtech.com/show/11930/intel-optane-ssd-dc-p4800x-750gb-handson-review",
      "title": "Intel Optane SSD DC P4800X 750GB Hands-On Review",
      "publisher": "AnandTech",
      "author": "Billy Tallis",
      "published": "2017-11-09",
      "test_system": {
        "system": "Intel Server R2208WFTZS",
        "motherboard": "Intel S2600WFT",
        "chipset": "Intel C624",
        "cpu": "2x Intel Xeon Gold 6154 (18 cores, 3.0 GHz)",
        "memory": "192 GB (Micron DDR4-2666 16 GB modules)",
        "kernel": "Linux 4.13.11",
        "tool": "fio 3.1",
        "notes": [
          "HyperThreading disabled, SpeedStep and C-states off",
          "16 of 18 cores enabled per CPU so that each core on the drive's socket has its own NVMe queue",
          "fio pinned to the cores and memory of CPU 2 (the drive's NUMA node)",
          "hybrid polling mode; no-op I/O scheduler"
        ]
      }
    },
    {
      "id": "hardwareinfo-p3700-400gb",
      "kind": "review",
      "title": "[Pro] Intel P3700 400GB PCIe SSD review: eerste ervaring met NVMe overtuigt",
      "publisher": "Hardware.Info",
      "published": 2015,
      "language": "nl",
      "test_system": {
        "cpu": "Intel Core i3 3220",
        "chipset": "Intel Z77",
        "os": "Windows 7 x64",
        "tool": "Iometer (fully random data, at least 30 s per test)",
        "oltp": "2x Xeon E5-2699 v3, 128 GB DDR4, CentOS 7.0, MariaDB 10.0.15, Percona TPC-C, 1000 warehouses (>260 GB), 16 GB InnoDB buffer"
      }
    },
    {
      "id": "anandtech-optane-memory",
      "kind": "review",
      "title": "Optane Memory as a standalone SSD (random read and random write pages)",
      "publisher": "AnandTech",
      "published": 2017
    },
    {
      "id": "thessdreview-p3608",
      "kind": "review",
      "url": "https://thessdreview.com/our-reviews/intel-ssd-dc-p3608-review-1-6tb-over-5gbs-and-850k-iops/2",
      "title": "Intel SSD DC P3608 review, test setup and SNIA pages",
      "publisher": "The SSD Review",
      "published": 2015,
      "test_system": {
        "cpu": "Intel Xeon E5-2690 v3",
        "motherboard": "ASRock X99 WS-E",
        "memory": "Crucial Ballistix Sport DDR4 2400 MHz",
        "os": "Windows Server 2012 R2",
        "driver": "RSTe 4.3",
        "drive_firmware": "8DV10171",
        "notes": [
          "RAID 0 strip size 128 KiB",
          "volume allocation 100 %"
        ]
      }
    },
    {
      "id": "anandtech-p4800x-375gb",
      "kind": "review",
      "url": "https://www.anandtech.com/show/11209/intel-optane-ssd-dc-p4800x-review-a-deep-dive-into-3d-xpoint-enterprise-performance",
      "title": "The Intel Optane SSD DC P4800X Review: A Deep Dive Into 3D XPoint Enterprise Performance (page: Checking Intel's Numbers)",
      "publisher": "AnandTech",
      "published": 2017,
      "note": "article 11209, published before the 750GB review; its tables list the latency percentiles as numbers"
    },
    {
      "id": "snia-pts-e",
      "kind": "standard",
      "title": "Solid State Storage Performance Test Specification, Enterprise",
      "publisher": "SNIA"
    },
    {
      "id": "aerospike-act",
      "kind": "standard",
      "title": "Aerospike Certification Tool 6.x (public source)",
      "publisher": "Aerospike"
    }
  ],
  "driveModels": [
    {
      "id": "intel-optane-ssd-dc-p4800x",
      "model": "Intel Optane SSD DC P4800X",
      "model_numbers": [
        "SSDPED1K*",
        "SSDPE21K*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D XPoint (128 Gbit, 20 nm)",
      "controller": "Intel SLL3D",
      "interface": "PCIe 3.0 x4 NVMe",
      "form_factors": [
        "HHHL add-in card",
        "U.2 2.5-inch 15 mm"
      ],
      "nvme_queues_total": 32,
      "sector_formats": "512 B and 4 KiB, some with 8 to 128 B of metadata",
      "optimal_transfer_bytes": 4096,
      "max_transfer_bytes_per_command": 131072,
      "power_governor_w": [
        12,
        18
      ],
      "endurance_dwpd": 30,
      "warranty_years": 5,
      "wear": {
        "write_protect_percentage_used": 105,
        "write_protect_write_bytes_s": 30000000,
        "retention_unpowered_months_at_end_of_life": 3,
        "background_refresh_hours_after_power_on": 3
      },
      "spec_common": {
        "typical_latency_us": {
          "read_lt": 10,
          "write_lt": 10
        },
        "random_read_4k_iops_qd16": 550000,
        "random_write_4k_iops_qd16": 500000,
        "mixed_70_30_random_4k_iops_qd16": 500000,
        "random_read_4k_p99999_us_qd1": 60,
        "random_read_4k_p99999_us_qd16": 150,
        "random_write_4k_p99999_us_qd1": 100,
        "random_write_4k_p99999_us_qd16": 200,
        "sequential_read_64k_bytes_s": 2400000000,
        "sequential_write_64k_bytes_s": 2000000000
      },
      "capacities": [
        {
          "capacity_gb": 375,
          "dies_per_channel": 4,
          "channels": 7,
          "raw_gb": 448,
          "spare_gb": 73,
          "spare_percent": 16.3,
          "active_power_read_w": 8,
          "active_power_write_w": 13,
          "idle_power_w": 5,
          "msrp_usd": 1520
        },
        {
          "capacity_gb": 750,
          "dies_per_channel": 8,
          "channels": 7,
          "raw_gb": 896,
          "spare_gb": 146,
          "spare_percent": 16.3,
          "active_power_read_w": 10,
          "active_power_write_w": 15,
          "idle_power_w": 6
        }
      ]
    },
    {
      "id": "intel-optane-ssd-900p",
      "model": "Intel Optane SSD 900p",
      "model_numbers": [
        "SSDPED1D280GA",
        "SSDPED1D480GA",
        "SSDPE21D280GA",
        "SSDPE21D480GA"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D XPoint",
      "controller": "Intel SLL3D",
      "interface": "PCIe 3.0 x4 NVMe",
      "notes": [
        "same 7-channel controller as the P4800X",
        "rated for a third of its write endurance (10 DWPD)",
        "about a third of its price",
        "no LBA formats with protection metadata",
        "sequential read rated 100 MB/s higher than the P4800X"
      ],
      "endurance_dwpd": 10,
      "spec_common": {
        "sequential_read_64k_bytes_s": 2500000000
      },
      "capacities": [
        {
          "capacity_gb": 280,
          "dies_per_channel": 3,
          "channels": 7,
          "raw_gb": 336,
          "spare_gb": 56,
          "spare_percent": 16.6
        },
        {
          "capacity_gb": 480,
          "dies_per_channel": 5,
          "channels": 7,
          "raw_gb": 560,
          "spare_gb": 80,
          "spare_percent": 14.3
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3700",
      "model": "Intel SSD DC P3700",
      "model_numbers": [
        "SSDPEDMD*",
        "SSDPE2MD*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND (High Endurance)",
      "interface": "PCIe 3.0 x4 NVMe",
      "form_factors": [
        "HHHL add-in card",
        "2.5-inch SFF-8639"
      ],
      "nvme_queues_total": 32,
      "flash_channels_max": 18,
      "endurance_dwpd": 10,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400,
          "sequential_read_bytes_s": 2700000000,
          "sequential_write_bytes_s": 1200000000,
          "random_read_4k_iops": 450000,
          "random_write_4k_iops": 75000,
          "endurance_pbw": 7.3,
          "average_price_eur": 1360
        },
        {
          "capacity_gb": 800,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 90000,
          "endurance_pbw": 14.6
        },
        {
          "capacity_gb": 1600,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 150000,
          "endurance_pbw": 29.2
        },
        {
          "capacity_gb": 2000,
          "sequential_read_bytes_s": 2800000000,
          "sequential_write_bytes_s": 1900000000,
          "random_read_4k_iops": 460000,
          "random_write_4k_iops": 180000,
          "endurance_pbw": 36.5
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3600",
      "model": "Intel SSD DC P3600",
      "model_numbers": [
        "SSDPEDME*",
        "SSDPE2ME*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe 3.0 x4 NVMe",
      "nvme_queues_total": 32,
      "endurance_dwpd": 3,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "sequential_read_bytes_s_max": 2600000000,
        "sequential_write_bytes_s_max": 1700000000,
        "random_read_4k_iops_max": 450000,
        "random_write_4k_iops_max": 70000,
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400
        },
        {
          "capacity_gb": 800
        },
        {
          "capacity_gb": 1200
        },
        {
          "capacity_gb": 1600
        },
        {
          "capacity_gb": 2000,
          "endurance_pbw": 10.69
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3500",
      "model": "Intel SSD DC P3500",
      "model_numbers": [
        "SSDPEDMX*",
        "SSDPE2MX*"
      ],
      "power_governor_settings": [
        {
          "value": 0,
          "max_power_w": 25
        },
        {
          "value": 1,
          "max_power_w": 20
        },
        {
          "value": 2,
          "max_power_w": 10
        }
      ],
      "source": "hardwareinfo-p3700-400gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe 3.0 x4 NVMe",
      "nvme_queues_total": 32,
      "endurance_dwpd": 0.3,
      "warranty_years": 5,
      "power_loss_protection": true,
      "spec_common": {
        "sequential_read_bytes_s_max": 2500000000,
        "sequential_write_bytes_s_max": 1700000000,
        "random_read_4k_iops_max": 450000,
        "random_write_4k_iops_max": 35000,
        "average_latency_read_us": 20,
        "average_latency_write_us": 20
      },
      "capacities": [
        {
          "capacity_gb": 400
        },
        {
          "capacity_gb": 1200
        },
        {
          "capacity_gb": 2000,
          "endurance_pbw": 1.06
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p3608",
      "model": "Intel SSD DC P3608",
      "model_numbers": [
        "SSDPECME*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "20 nm Intel MLC NAND",
      "interface": "PCIe (two P3600-class NVMe controllers behind a PLX switch; the host sees two drives)",
      "notes": [
        "used as two drives or as one software RAID 0 volume",
        "4 KiB random read of the pair rated at 850,000 IOPS (source: thessdreview-p3608)"
      ],
      "spec_common": {
        "random_read_4k_iops_raid0": 850000
      },
      "capacities": [
        {
          "capacity_gb": 1600,
          "capacity_gb_per_controller": 800
        }
      ]
    },
    {
      "id": "micron-9100-max",
      "model": "Micron 9100 MAX",
      "model_numbers": [
        "MTFDHAX*MCF",
        "MTFDHAL*MCF"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "16 nm Micron MLC NAND",
      "controller": "Microsemi Flashtec NVMe1032",
      "interface": "PCIe NVMe",
      "nvme_queues_total": 128,
      "capacities": [
        {
          "capacity_gb": 2400
        }
      ]
    },
    {
      "id": "intel-ssd-dc-p4600",
      "model": "Intel SSD DC P4600",
      "model_numbers": [
        "SSDPEDKE*"
      ],
      "source": "anandtech-p4800x-750gb",
      "medium": "3D TLC NAND",
      "nvme_queues_total": 128
    },
    {
      "id": "intel-optane-memory",
      "model": "Intel Optane Memory",
      "model_numbers": [
        "MEMPEK1W*"
      ],
      "source": "anandtech-optane-memory",
      "medium": "3D XPoint"
    },
    {
      "id": "samsung-ssd-960-evo",
      "model": "Samsung SSD 960 EVO",
      "source": "anandtech-optane-memory",
      "interface": "PCIe NVMe"
    },
    {
      "id": "crucial-mx300",
      "model": "Crucial MX300",
      "source": "anandtech-optane-memory",
      "interface": "SATA",
      "capacities": [
        {
          "capacity_gb": 525
        }
      ]
    },
    {
      "id": "intel-ssd-dc-s3500",
      "model": "Intel SSD DC S3500",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 480
        }
      ]
    },
    {
      "id": "intel-ssd-dc-s3700",
      "model": "Intel SSD DC S3700",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 800
        }
      ]
    },
    {
      "id": "samsung-ssd-845dc-pro",
      "model": "Samsung SSD 845DC Pro",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s"
    },
    {
      "id": "samsung-ssd-850-pro",
      "model": "Samsung SSD 850 Pro",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "capacities": [
        {
          "capacity_gb": 512
        }
      ]
    },
    {
      "id": "samsung-xp941",
      "model": "Samsung XP941",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "PCIe AHCI x4",
      "capacities": [
        {
          "capacity_gb": 512
        }
      ]
    },
    {
      "id": "wd-scorpio-black",
      "model": "WD Scorpio Black",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "medium": "7200 rpm hard disk",
      "capacities": [
        {
          "capacity_gb": 750
        }
      ]
    },
    {
      "id": "ocz-vector-150",
      "model": "OCZ Vector 150",
      "source": "hardwareinfo-p3700-400gb",
      "interface": "SATA 6 Gbit/s",
      "notes": [
        "100-point baseline of the Hardware.Info SSD performance score"
      ]
    }
  ],
  "publishedResults": {
    "drives": [
      {
        "name": "Intel Optane SSD DC P4800X 375GB",
        "model": "intel-optane-ssd-dc-p4800x",
        "capacity_gb": 375
      },
      {
        "name": "Intel Optane SSD DC P4800X 750GB",
        "model": "intel-optane-ssd-dc-p4800x",
        "capacity_gb": 750
      },
      {
        "name": "Intel Optane SSD 900p 280GB",
        "model": "intel-optane-ssd-900p",
        "capacity_gb": 280
      },
      {
        "name": "Intel SSD DC P3700 400GB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 400
      },
      {
        "name": "Intel SSD DC P3700 800GB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 800
      },
      {
        "name": "Intel SSD DC P3700 1.6TB",
        "model": "intel-ssd-dc-p3700",
        "capacity_gb": 1600
      },
      {
        "name": "Intel SSD DC P3608 800GB (one controller)",
        "model": "intel-ssd-dc-p3608",
        "capacity_gb": 800
      },
      {
        "name": "Intel SSD DC P3608 1.6TB RAID 0",
        "model": "intel-ssd-dc-p3608",
        "capacity_gb": 1600
      },
      {
        "name": "Micron 9100 MAX 2.4TB",
        "model": "micron-9100-max",
        "capacity_gb": 2400
      },
      {
        "name": "Intel Optane Memory",
        "model": "intel-optane-memory"
      },
      {
        "name": "Samsung SSD 960 EVO",
        "model": "samsung-ssd-960-evo"
      },
      {
        "name": "Crucial MX300 525GB",
        "model": "crucial-mx300",
        "capacity_gb": 525
      },
      {
        "name": "Intel SSD DC S3500 480GB",
        "model": "intel-ssd-dc-s3500",
        "capacity_gb": 480
      },
      {
        "name": "WD Scorpio Black 750GB",
        "model": "wd-scorpio-black",
        "capacity_gb": 750
      }
    ],
    "workloads": [
      {
        "name": "act",
        "id": "act"
      },
      {
        "name": "random-read-4k",
        "id": "random-read-4k",
        "pattern": "random",
        "read_percent": 100,
        "block_bytes": 4096
      },
      {
        "name": "random-read-4k single thread",
        "id": "random-read-4k-single-thread",
        "pattern": "random",
        "read_percent": 100,
        "block_bytes": 4096,
        "threads": 1
      },
      {
        "name": "random-read small blocks",
        "id": "random-read-small-blocks",
        "pattern": "random",
        "read_percent": 100
      },
      {
        "name": "random-write-4k",
        "id": "random-write-4k",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "random-write unaligned large blocks qd1",
        "id": "random-write-unaligned-large-blocks",
        "pattern": "random",
        "read_percent": 0,
        "queue_depth": 1
      },
      {
        "name": "random-write aligned large blocks qd1",
        "id": "random-write-aligned-large-blocks",
        "pattern": "random",
        "read_percent": 0,
        "queue_depth": 1
      },
      {
        "name": "sequential-read-128k",
        "id": "sequential-read-128k",
        "pattern": "sequential",
        "read_percent": 100,
        "block_bytes": 131072
      },
      {
        "name": "sequential-write-128k",
        "id": "sequential-write-128k",
        "pattern": "sequential",
        "read_percent": 0,
        "block_bytes": 131072
      },
      {
        "name": "sequential-read-1m",
        "id": "sequential-read-1m",
        "pattern": "sequential",
        "read_percent": 100,
        "block_bytes": 1048576
      },
      {
        "name": "sequential-write-1m",
        "id": "sequential-write-1m",
        "pattern": "sequential",
        "read_percent": 0,
        "block_bytes": 1048576
      },
      {
        "name": "iometer-fileserver",
        "id": "iometer-fileserver",
        "read_percent": 80
      },
      {
        "name": "iometer-database-8k-67-33",
        "id": "iometer-database-8k-67-33",
        "read_percent": 67,
        "block_bytes": 8192
      },
      {
        "name": "as-ssd",
        "id": "as-ssd"
      },
      {
        "name": "steady-state random-write-4k",
        "id": "steady-state-random-write-4k",
        "condition": "steady state",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "steady-state iometer-database",
        "id": "steady-state-iometer-database",
        "condition": "steady state",
        "read_percent": 67,
        "block_bytes": 8192
      },
      {
        "name": "consistency random-write-4k",
        "id": "consistency-random-write-4k",
        "condition": "consistency over the last 200 s of 10000 s",
        "pattern": "random",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "hardwareinfo-score",
        "id": "hardwareinfo-score"
      },
      {
        "name": "oltp-tpcc",
        "id": "oltp-tpcc"
      },
      {
        "name": "snia-iops 4k 100 % read",
        "id": "snia-iops-4k-read",
        "read_percent": 100,
        "block_bytes": 4096
      },
      {
        "name": "snia-iops 4k 100 % write",
        "id": "snia-iops-4k-write",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "snia-latency 4k all mixes",
        "id": "snia-latency-4k-all-mixes",
        "block_bytes": 4096
      },
      {
        "name": "snia-latency 4k 100 % write",
        "id": "snia-latency-4k-write",
        "read_percent": 0,
        "block_bytes": 4096
      },
      {
        "name": "snia-latency 8k",
        "id": "snia-latency-8k",
        "block_bytes": 8192
      },
      {
        "name": "snia-latency 512b 100 % write",
        "id": "snia-latency-512b-write",
        "read_percent": 0,
        "block_bytes": 512
      }
    ],
    "published": [
      {
        "source": "anandtech-p4800x-750gb",
        "results": [
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 0.82,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.16,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD 900p 280GB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 1.53,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD 900p 280GB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.36,
            "bound": "exact"
          },
          {
            "drive": "Micron 9100 MAX 2.4TB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.94,
            "bound": "exact"
          },
          {
            "drive": "Micron 9100 MAX 2.4TB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 0.44,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.64,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 2.22,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "act",
            "metric": "transactions_over_1ms_percent",
            "value": 4.51,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "act",
            "metric": "transactions_over_2ms_percent",
            "value": 2.29,
            "bound": "exact"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-read-4k single thread",
            "metric": "throughput_bytes_s",
            "value": 1200000000,
            "bound": "about",
            "saturates_at_qd": "4-6"
          },
          {
            "drive": "Intel SSD DC P3700 1.6TB",
            "workload": "random-read-4k single thread",
            "metric": "throughput_bytes_s",
            "value": 1200000000,
            "bound": "about",
            "saturates_at_qd": "above 32"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "sequential-read-128k",
            "metric": "throughput_bytes_s",
            "value": 2450000000,
            "bound": "about",
            "range": [
              2400000000,
              2500000000
            ],
            "saturates_at_qd": 2
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "sequential-write-128k",
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "at_least",
            "saturates_at_qd": 2
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-write unaligned large blocks qd1",
            "metric": "throughput_bytes_s",
            "value": 1300000000,
            "bound": "about"
          },
          {
            "drive": "Intel Optane SSD DC P4800X 750GB",
            "workload": "random-write aligned large blocks qd1",
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "just_under"
          }
        ]
      },
      {
        "source": "hardwareinfo-p3700-400gb",
        "results": [
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-read-4k",
            "queue_depth": 1,
            "metric": "iops",
            "value": 10000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-read-4k",
            "queue_depth": 32,
            "metric": "iops",
            "value": 225000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-write-4k",
            "queue_depth": 1,
            "metric": "iops",
            "value": 100000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "random-write-4k",
            "queue_depth": 32,
            "metric": "iops",
            "value": 200000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "sequential-read-1m",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 2000000000,
            "bound": "at_least"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "sequential-write-1m",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 1075000000,
            "bound": "at_most"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "iometer-fileserver",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 766000000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "iometer-database-8k-67-33",
            "queue_depth": 32,
            "metric": "iops",
            "value": 70000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "as-ssd",
            "metric": "score",
            "value": 3729,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "steady-state random-write-4k",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 508000000,
            "bound": "just_over",
            "starts_at_bytes_s": 750000000,
            "settles_after_min": 20
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "steady-state iometer-database",
            "queue_depth": 32,
            "metric": "throughput_bytes_s",
            "value": 400000000,
            "bound": "just_over",
            "settles_after_min": 60
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "consistency random-write-4k",
            "queue_depth": 32,
            "metric": "iops_stddev_last_200s",
            "value": 2261,
            "bound": "exact",
            "mean_iops": 130000,
            "duration_s": 10000
          },
          {
            "drive": "Intel SSD DC P3700 400GB",
            "workload": "hardwareinfo-score",
            "metric": "score",
            "value": 233,
            "bound": "exact",
            "baseline": "OCZ Vector 150 = 100"
          }
        ],
        "series": [
          {
            "workload": "oltp-tpcc",
            "metric": "iops",
            "bound": "exact",
            "concurrency": [
              4,
              8,
              12,
              16,
              24,
              32,
              48,
              64,
              96,
              128
            ],
            "values": {
              "WD Scorpio Black 750GB": [
                122,
                180,
                213,
                201,
                217,
                232,
                236,
                237,
                239,
                239
              ],
              "Intel SSD DC S3500 480GB": [
                7806,
                9475,
                9827,
                9751,
                9652,
                9592,
                9763,
                9710,
                9586,
                9458
              ],
              "Intel SSD DC P3700 400GB": [
                17518,
                28293,
                32612,
                35835,
                40252,
                42080,
                44117,
                45033,
                46300,
                46373
              ]
            }
          }
        ]
      },
      {
        "source": "thessdreview-p3608",
        "results": [
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-iops 4k 100 % read",
            "queue_depth": 256,
            "metric": "iops",
            "value": 745000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-iops 4k 100 % write",
            "queue_depth": 256,
            "metric": "iops",
            "value": 170000,
            "bound": "just_under"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 4k all mixes",
            "queue_depth": 256,
            "metric": "mean_latency_us",
            "value": 2000,
            "bound": "at_most"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "mean_latency_us",
            "value": 3000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 28000,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 800GB (one controller)",
            "workload": "snia-latency 8k",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 25600,
            "bound": "exact"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 512b 100 % write",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 16000,
            "bound": "about"
          },
          {
            "drive": "Intel SSD DC P3608 1.6TB RAID 0",
            "workload": "snia-latency 4k 100 % write",
            "queue_depth": 256,
            "metric": "max_latency_us",
            "value": 15000,
            "bound": "about"
          }
        ]
      },
      {
        "source": "anandtech-optane-memory",
        "results": [
          {
            "drive": "Crucial MX300 525GB",
            "workload": "random-read-4k",
            "metric": "p99999_us",
            "value": 20000,
            "bound": "at_least"
          },
          {
            "drive": "Intel Optane Memory",
            "workload": "random-write-4k",
            "queue_depth": "1-2",
            "metric": "median_latency_us",
            "value": 20,
            "bound": "about"
          },
          {
            "drive": "Samsung SSD 960 EVO",
            "workload": "random-write-4k",
            "queue_depth": "1-2",
            "metric": "median_latency_us",
            "value": 20,
            "bound": "about"
          }
        ],
        "comparisons": [
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "faster": "Intel Optane Memory",
            "slower": "Samsung SSD 960 EVO",
            "ratio": 2,
            "metric": "throughput"
          },
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "faster": "Intel Optane Memory",
            "slower": "Crucial MX300 525GB",
            "ratio": 6,
            "metric": "throughput"
          },
          {
            "workload": "random-read small blocks",
            "queue_depth": 1,
            "faster": "Intel Optane Memory",
            "slower": "Samsung SSD 960 EVO",
            "ratio": 10,
            "metric": "throughput"
          }
        ]
      },
      {
        "source": "anandtech-p4800x-375gb",
        "units": {
          "throughput": "MB/s",
          "latency": "us"
        },
        "tables": [
          {
            "workload": "random-read-4k",
            "queue_depth": 1,
            "note": "The printed MB/s are 6 to 7 % below IOPS x 4 KiB in all six rows. Compare by IOPS.",
            "columns": [
              "drive",
              "mb_s",
              "iops",
              "mean_us",
              "median_us",
              "p99_us",
              "p99999_us"
            ],
            "rows": [
              [
                "Intel Optane SSD DC P4800X 375GB",
                "413.0",
                "108300",
                "8.9",
                "9",
                "10",
                "37"
              ],
              [
                "Intel SSD DC P3700 800GB",
                "48.7",
                "12800",
                "77.9",
                "76",
                "96",
                "2768"
              ],
              [
                "Micron 9100 MAX 2.4TB",
                "35.3",
                "9200",
                "107.7",
                "104",
                "117",
                "306"
              ]
            ]
          },
          {
            "workload": "random-read-4k",
            "queue_depth": 16,
            "note": "The printed MB/s are 6 to 7 % below IOPS x 4 KiB in all six rows. Compare by IOPS.",
            "columns": [
              "drive",
              "mb_s",
              "iops",
              "mean_us",
              "median_us",
              "p99_us",
              "p99999_us"
            ],
            "rows": [
              [
                "Intel Optane SSD DC P4800X 375GB",
                "2231.0",
                "584800",
                "25.5",
                "25",
                "41",
                "81"
              ],
              [
                "Intel SSD DC P3700 800GB",
                "637.9",
                "167200",
                "93.9",
                "91",
                "163",
                "2320"
              ],
              [
                "Micron 9100 MAX 2.4TB",
                "517.5",
                "135700",
                "116.2",
                "114",
                "205",
                "1560"
              ]
            ]
          }
        ]
      }
    ]
  },
  "plans": [
    {
      "id": "optane-comparison",
      "name": "Optane comparison",
      "description": "4 KiB random reads at QD1 and QD16, reads only: the conditions of AnandTech's published figures for the P4800X, the P3700 and the 9100 MAX. Each point is measured for one minute; the published review ran each point for four minutes and excluded the first, so its p99.999 is based on about three times the samples.",
      "follows": [
        "anandtech-p4800x-375gb"
      ],
      "departs": [
        "Each point is measured for one minute after a 5-second warm-up; the review ran four minutes and excluded the first.",
        "The drive is measured as found; the review first wrote its capacity twice with 4 KiB random writes."
      ],
      "readsOnly": true,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            16
          ],
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 60
        }
      ]
    },
    {
      "id": "quick-check",
      "name": "Quick check",
      "description": "Three minutes, reads only, safe on a drive in use: 4 KiB random reads at QD1 and QD32, and 128 KiB sequential reads at QD8.",
      "follows": [],
      "departs": [],
      "readsOnly": true,
      "steps": [
        {
          "kind": "sweep",
          "pattern": "random",
          "blockBytes": 4096,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": [
            1,
            32
          ],
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 55
        },
        {
          "kind": "sweep",
          "pattern": "sequential",
          "blockBytes": 131072,
          "readPercent": 100,
          "threads": 1,
          "queueDepth": 8,
          "spanPercent": 100,
          "rampSeconds": 5,
          "durationSeconds": 55
        }
      ]
    }
  ]
};
