WITH _1_p12 AS MATERIALIZED (
  SELECT f."player" AS "_1_p12_value"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-04-01'
  GROUP BY 1
),
_1_last_moments AS MATERIALIZED (
  SELECT f."server" AS "_1_last_s1", max(f."on_day") FILTER (WHERE (f."stock") IS NOT NULL) AS "_1_last_p14_at"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-04-01'
  GROUP BY 1
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."_1_last_s1", _1_last_moments."_1_last_p14_at", CASE WHEN count(f."stock") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「日结」的主键（server）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."stock") END AS "p14"
  FROM "unfinished_day" AS f
  JOIN _1_last_moments ON _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."server" AND _1_last_moments."_1_last_p14_at" = f."on_day"
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-04-01' AND f."on_day" IN (SELECT DISTINCT _1_last_moments."_1_last_p14_at" FROM _1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "_1_last_s1", "_1_last_p14_at", NULL AS "p14"
  FROM _1_last_moments
  WHERE "_1_last_p14_at" IS NULL
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT f."player" AS "_prior1_1_p12_value"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11'
  GROUP BY 1
),
_prior1_1_last_moments AS MATERIALIZED (
  SELECT f."server" AS "_prior1_1_last_s1", max(f."on_day") FILTER (WHERE (f."stock") IS NOT NULL) AS "_prior1_1_last_p14_at"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11'
  GROUP BY 1
),
_prior1_1_last AS MATERIALIZED (
  SELECT _prior1_1_last_moments."_prior1_1_last_s1", _prior1_1_last_moments."_prior1_1_last_p14_at", CASE WHEN count(f."stock") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「日结」的主键（server）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."stock") END AS "p14"
  FROM "unfinished_day" AS f
  JOIN _prior1_1_last_moments ON _prior1_1_last_moments."_prior1_1_last_s1" IS NOT DISTINCT FROM f."server" AND _prior1_1_last_moments."_prior1_1_last_p14_at" = f."on_day"
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11' AND f."on_day" IN (SELECT DISTINCT _prior1_1_last_moments."_prior1_1_last_p14_at" FROM _prior1_1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "_prior1_1_last_s1", "_prior1_1_last_p14_at", NULL AS "p14"
  FROM _prior1_1_last_moments
  WHERE "_prior1_1_last_p14_at" IS NULL
),
_base1_1_p12 AS MATERIALIZED (
  SELECT f."player" AS "_base1_1_p12_value"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1
),
_base1_1_last_moments AS MATERIALIZED (
  SELECT f."server" AS "_base1_1_last_s1", max(f."on_day") FILTER (WHERE (f."stock") IS NOT NULL) AS "_base1_1_last_p14_at"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
  GROUP BY 1
),
_base1_1_last AS MATERIALIZED (
  SELECT _base1_1_last_moments."_base1_1_last_s1", _base1_1_last_moments."_base1_1_last_p14_at", CASE WHEN count(f."stock") > 1 THEN error('⟪余额指标「余额」不知道取哪一行：指标表「日结」的主键（server）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."stock") END AS "p14"
  FROM "unfinished_day" AS f
  JOIN _base1_1_last_moments ON _base1_1_last_moments."_base1_1_last_s1" IS NOT DISTINCT FROM f."server" AND _base1_1_last_moments."_base1_1_last_p14_at" = f."on_day"
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11' AND f."on_day" IN (SELECT DISTINCT _base1_1_last_moments."_base1_1_last_p14_at" FROM _base1_1_last_moments)
  GROUP BY 1, 2
  UNION ALL
  SELECT "_base1_1_last_s1", "_base1_1_last_p14_at", NULL AS "p14"
  FROM _base1_1_last_moments
  WHERE "_base1_1_last_p14_at" IS NULL
),
_prior1_1 AS (
  SELECT sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-02-01' AND f."on_day" < DATE '2026-02-11'
),
_prior1_1_p12_rows AS (
  SELECT count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12
),
_prior1_1_last_rows AS (
  SELECT sum("p14") AS "p14"
  FROM _prior1_1_last
),
_prior1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p14") AS "p14"
  FROM (
    SELECT "p11", 0 AS "p12", NULL AS "p14"
    FROM _prior1_1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p14"
    FROM _prior1_1_p12_rows
    UNION ALL
    SELECT NULL AS "p11", NULL AS "p12", "p14"
    FROM _prior1_1_last_rows
  ) AS _prior1_all
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12) AS "p12", (
      SELECT sum("p14") AS "p14"
      FROM _prior1_1_last
    ) AS "p14"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p14"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "p11", "p12", "p13", "p14"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p14"
      FROM _prior1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_base1_1 AS (
  SELECT sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-03-11'
),
_base1_1_p12_rows AS (
  SELECT count("_base1_1_p12_value") AS "p12"
  FROM _base1_1_p12
),
_base1_1_last_rows AS (
  SELECT sum("p14") AS "p14"
  FROM _base1_1_last
),
_base1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p14") AS "p14"
  FROM (
    SELECT "p11", 0 AS "p12", NULL AS "p14"
    FROM _base1_1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p14"
    FROM _base1_1_p12_rows
    UNION ALL
    SELECT NULL AS "p11", NULL AS "p12", "p14"
    FROM _base1_1_last_rows
  ) AS _base1_all
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_base1_1_p12_value") FROM _base1_1_p12) AS "p12", (
      SELECT sum("p14") AS "p14"
      FROM _base1_1_last
    ) AS "p14"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p14"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", "p11", "p12", "p13", "p14"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p14"
      FROM _base1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_1 AS (
  SELECT sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-01' AND f."on_day" < DATE '2026-04-01'
),
_1_p12_rows AS (
  SELECT count("_1_p12_value") AS "p12"
  FROM _1_p12
),
_1_last_rows AS (
  SELECT sum("p14") AS "p14"
  FROM _1_last
),
_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p14") AS "p14"
  FROM (
    SELECT "p11", 0 AS "p12", NULL AS "p14"
    FROM _1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p14"
    FROM _1_p12_rows
    UNION ALL
    SELECT NULL AS "p11", NULL AS "p12", "p14"
    FROM _1_last_rows
  ) AS _all
),
_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", (
      SELECT sum("p14") AS "p14"
      FROM _1_last
    ) AS "p14"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p14"
  FROM _rows
),
_nothing AS (
  SELECT r."p13"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "p11", "p12", "p14"
      FROM _levels
      WHERE FALSE
      UNION ALL
      SELECT 0, 0, NULL
    ) AS r
  ) AS r
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END AS "p11_base", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END AS "p12_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END, 0) - 1 AS "p12_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END AS "p12_base", CASE WHEN _prior."_level" IS NULL THEN _nothing."p13" ELSE _prior."p13" END AS "p13_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN _nothing."p13" ELSE _base."p13" END ELSE r."p13" END / nullif(CASE WHEN _prior."_level" IS NULL THEN _nothing."p13" ELSE _prior."p13" END, 0) - 1 AS "p13_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN _nothing."p13" ELSE _base."p13" END ELSE r."p13" END AS "p13_base", _prior."p14" AS "p14_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN _base."p14" ELSE r."p14" END / nullif(_prior."p14", 0) - 1 AS "p14_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN _base."p14" ELSE r."p14" END AS "p14_base"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p13"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p14"
      FROM _levels
    ) AS r
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level"
  LEFT JOIN _base ON _base."_level" = r."_level"
  CROSS JOIN _nothing
)
SELECT r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff", r."p13", r."p13_prev", r."p13_diff", r."p14", r."p14_prev", r."p14_diff", r."p11_base", r."p12_base", r."p13_base", r."p14_base"
FROM _compared AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST
LIMIT 100002
