WITH _1_p1 AS (
  SELECT f."day" AS "d1", f."spent" AS "_1_p1_value"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-02' AND f."day" < DATE '2026-01-03'
),
_1_last AS MATERIALIZED (
  SELECT f."day" AS "d1", f."server" AS "_1_last_s1", f."channel" AS "_1_last_s2", CASE WHEN count(f."held") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."held") END AS "p5", f."day" AS "_1_last_p5_at"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-02' AND f."day" < DATE '2026-01-03'
  GROUP BY 1, 2, 3
),
_prior1_1_p1 AS (
  SELECT f."day" AS "d1", f."spent" AS "_prior1_1_p1_value"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
),
_prior1_1_last AS MATERIALIZED (
  SELECT f."day" AS "d1", f."server" AS "_prior1_1_last_s1", f."channel" AS "_prior1_1_last_s2", CASE WHEN count(f."held") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."held") END AS "p5", f."day" AS "_prior1_1_last_p5_at"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
  GROUP BY 1, 2, 3
),
_prior2_1_p1 AS (
  SELECT (f."day" + 1) AS "d1", f."spent" AS "_prior2_1_p1_value"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
),
_prior2_1_last_moments AS MATERIALIZED (
  SELECT (f."day" + 1) AS "d1", f."server" AS "_prior2_1_last_s1", f."channel" AS "_prior2_1_last_s2", min(f."day") FILTER (WHERE (f."held") IS NOT NULL) AS "_prior2_1_last_p5_at"
  FROM "spending" AS f
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02'
  GROUP BY 1, 2, 3
),
_prior2_1_last AS MATERIALIZED (
  SELECT _prior2_1_last_moments."d1", _prior2_1_last_moments."_prior2_1_last_s1", _prior2_1_last_moments."_prior2_1_last_s2", _prior2_1_last_moments."_prior2_1_last_p5_at", CASE WHEN count(f."held") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."held") END AS "p5"
  FROM "spending" AS f
  JOIN _prior2_1_last_moments ON _prior2_1_last_moments."d1" IS NOT DISTINCT FROM (f."day" + 1) AND _prior2_1_last_moments."_prior2_1_last_s1" IS NOT DISTINCT FROM f."server" AND _prior2_1_last_moments."_prior2_1_last_s2" IS NOT DISTINCT FROM f."channel" AND _prior2_1_last_moments."_prior2_1_last_p5_at" = f."day"
  WHERE f."day" >= DATE '2026-01-01' AND f."day" < DATE '2026-01-02' AND f."day" IN (SELECT DISTINCT _prior2_1_last_moments."_prior2_1_last_p5_at" FROM _prior2_1_last_moments)
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT "d1", "_prior2_1_last_s1", "_prior2_1_last_s2", "_prior2_1_last_p5_at", NULL AS "p5"
  FROM _prior2_1_last_moments
  WHERE "_prior2_1_last_p5_at" IS NULL
),
_prior1_1_p1_rows AS (
  SELECT "d1", quantile_cont(CAST("_prior1_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _prior1_1_p1
  GROUP BY 1
),
_prior1_1_last_rows AS (
  SELECT "d1", sum("p5") AS "p5"
  FROM _prior1_1_last
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT "d1", max("p1") AS "p1", sum("p5") AS "p5"
  FROM (
    SELECT "d1", "p1", NULL AS "p5"
    FROM _prior1_1_p1_rows
    UNION ALL
    SELECT "d1", NULL AS "p1", "p5"
    FROM _prior1_1_last_rows
  ) AS _prior1_all
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT quantile_cont(CAST("_prior1_1_p1_value" AS DOUBLE), 0.5) FROM _prior1_1_p1) AS "p1", (
      SELECT sum("p5") AS "p5"
      FROM (
        SELECT "_prior1_1_last_s1", "_prior1_1_last_s2", arg_min("p5", "_prior1_1_last_p5_at") AS "p5"
        FROM (
          SELECT "_prior1_1_last_s1", "_prior1_1_last_s2", "_prior1_1_last_p5_at", CASE WHEN count("p5") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p5") END AS "p5"
          FROM _prior1_1_last
          GROUP BY 1, 2, 3
        ) AS moments
        GROUP BY 1, 2
      ) AS lasts
    ) AS "p5"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p5"
  FROM _prior1_rows
),
_prior2_1_p1_rows AS (
  SELECT "d1", quantile_cont(CAST("_prior2_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _prior2_1_p1
  GROUP BY 1
),
_prior2_1_last_rows AS (
  SELECT "d1", sum("p5") AS "p5"
  FROM _prior2_1_last
  GROUP BY 1
),
_prior2_rows AS MATERIALIZED (
  SELECT "d1", max("p1") AS "p1", sum("p5") AS "p5"
  FROM (
    SELECT "d1", "p1", NULL AS "p5"
    FROM _prior2_1_p1_rows
    UNION ALL
    SELECT "d1", NULL AS "p1", "p5"
    FROM _prior2_1_last_rows
  ) AS _prior2_all
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT quantile_cont(CAST("_prior2_1_p1_value" AS DOUBLE), 0.5) FROM _prior2_1_p1) AS "p1", (
      SELECT sum("p5") AS "p5"
      FROM (
        SELECT "_prior2_1_last_s1", "_prior2_1_last_s2", arg_min("p5", "_prior2_1_last_p5_at") AS "p5"
        FROM (
          SELECT "_prior2_1_last_s1", "_prior2_1_last_s2", "_prior2_1_last_p5_at", CASE WHEN count("p5") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p5") END AS "p5"
          FROM _prior2_1_last
          GROUP BY 1, 2, 3
        ) AS moments
        GROUP BY 1, 2
      ) AS lasts
    ) AS "p5"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p5"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", "d1", "p1", "p5"
  FROM _prior1_levels AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d1", "p1", "p5"
  FROM _prior2_levels AS r
  WHERE r."_level" IN (1)
),
_1_p1_rows AS (
  SELECT "d1", quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_1_last_rows AS (
  SELECT "d1", sum("p5") AS "p5"
  FROM _1_last
  GROUP BY 1
),
_present AS MATERIALIZED (
  SELECT "d1", max("p1") AS "p1", sum("p5") AS "p5"
  FROM (
    SELECT "d1", "p1", NULL AS "p5"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d1", NULL AS "p1", "p5"
    FROM _1_last_rows
  ) AS _all
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p1", "p5"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p1", NULL AS "p5"
  FROM (
    SELECT "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-01-02' AND r."d1" < DATE '2026-01-03'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT quantile_cont(CAST("_1_p1_value" AS DOUBLE), 0.5) FROM _1_p1) AS "p1", (
      SELECT sum("p5") AS "p5"
      FROM (
        SELECT "_1_last_s1", "_1_last_s2", arg_min("p5", "_1_last_p5_at") AS "p5"
        FROM (
          SELECT "_1_last_s1", "_1_last_s2", "_1_last_p5_at", CASE WHEN count("p5") > 1 THEN error('⟪余额指标「期初」不知道取哪一行：指标表「花费」的主键（server、channel）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p5") END AS "p5"
          FROM _1_last
          GROUP BY 1, 2, 3
        ) AS moments
        GROUP BY 1, 2
      ) AS lasts
    ) AS "p5"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p5"
  FROM _rows
),
_compared AS (
  SELECT r.*, _prior."p1" AS "p1_prev", r."p1" / nullif(_prior."p1", 0) - 1 AS "p1_diff", _prior."p5" AS "p5_prev", r."p5" / nullif(_prior."p5", 0) - 1 AS "p5_diff"
  FROM _levels AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d1", r."p1", r."p1_prev", r."p1_diff", r."p5", r."p5_prev", r."p5_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
