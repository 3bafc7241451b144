WITH _1_p12 AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", f."player_id" AS "_1_p12_value"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01'
  GROUP BY 1, 2
),
_1_last_moments AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", max(f."sale_time") FILTER (WHERE (f."amount") IS NOT NULL) AS "_1_last_p16_at"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01'
  GROUP BY 1
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d1", _1_last_moments."_1_last_p16_at", CASE WHEN count(f."amount") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「销售」没有写行的主键：同一时刻（sale_time）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum(f."amount") END AS "p16"
  FROM "filled_sale" AS f
  JOIN _1_last_moments ON _1_last_moments."d1" IS NOT DISTINCT FROM f."sale_day" AND _1_last_moments."_1_last_p16_at" = f."sale_time"
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01' AND f."sale_time" IN (SELECT DISTINCT _1_last_moments."_1_last_p16_at" FROM _1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "d1", "_1_last_p16_at", NULL AS "p16"
  FROM _1_last_moments
  WHERE "_1_last_p16_at" IS NULL
),
_1 AS (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11", count(*) AS "p13", max(f."amount") AS "p15", max(f."amount") AS "p17", sum(f."amount") AS "p18"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-04-01'
  GROUP BY 1
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_1_last_rows AS (
  SELECT "d1", sum("p16") AS "p16"
  FROM _1_last
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12", sum("p13") AS "p13", max("p15") AS "p15", sum("p16") AS "p16", max("p17") AS "p17", sum("p18") AS "p18"
  FROM (
    SELECT "d1", "p11", 0 AS "p12", "p13", "p15", NULL AS "p16", "p17", "p18"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12", NULL AS "p13", NULL AS "p15", NULL AS "p16", NULL AS "p17", NULL AS "p18"
    FROM _1_p12_rows
    UNION ALL
    SELECT "d1", NULL AS "p11", NULL AS "p12", NULL AS "p13", NULL AS "p15", "p16", NULL AS "p17", NULL AS "p18"
    FROM _1_last_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13", max("p15") AS "p15", (
      SELECT sum("p16") AS "p16"
      FROM (
        SELECT arg_max("p16", "_1_last_p16_at") AS "p16"
        FROM (
          SELECT "_1_last_p16_at", CASE WHEN count("p16") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「销售」没有写行的主键：同一时刻（sale_time）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum("p16") END AS "p16"
          FROM _1_last
          GROUP BY 1
        ) AS moments
      ) AS lasts
    ) AS "p16", max("p17") AS "p17", sum("p18") AS "p18"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12", "p13", "p15", "p16", "p17", "p18"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-02', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p11", NULL AS "p12", NULL AS "p13", NULL AS "p15", NULL AS "p16", NULL AS "p17", NULL AS "p18"
  FROM (
    SELECT "d1"
    FROM _dates
    EXCEPT
    SELECT "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p11", r."p12", r."p13", r."p15", r."p16", r."p17", r."p18"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12", coalesce("p13", 0) AS "p13", "p15", "p16", coalesce("p17", 0) AS "p17", "p18"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
